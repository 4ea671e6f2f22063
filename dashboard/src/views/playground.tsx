import { useMemo, useRef, useState } from 'preact/hooks';
import type { CrawlCreated } from '../../../src/contract/crawl.ts';
import { ApiError, post } from '../api.ts';
import { Fields } from '../form.tsx';
import { bodyOf, type Form, formOf, loadOpenApi, type OpenApi, type Values, valuesOf } from '../openapi.ts';
import { useResource } from '../resource.ts';
import { go } from '../route.ts';
import { type Call, snippets } from '../snippets.ts';
import { Code, Copy, Empty, Loaded, Problem, Tabs } from '../ui.tsx';
import { Result, type Shown } from './result.tsx';

/** Forms made from the OpenAPI document: try a request, see its answer, take it with you. */

const operations: Readonly<Record<string, { readonly title: string; readonly first: readonly string[] }>> = {
  scrape: { title: 'Scrape', first: ['url', 'wait_strategy', 'wait_for_selector'] },
  extract: { title: 'Extract', first: ['url', 'schema', 'selectors', 'xpaths'] },
  crawlCreate: {
    title: 'Crawl',
    first: ['start_url', 'mode', 'max_pages', 'depth', 'urls', 'url_pattern'],
  },
};

export const Playground = ({ operation }: { operation: string }) => {
  const document = useResource(loadOpenApi);
  const name = Object.hasOwn(operations, operation) ? operation : 'scrape';
  return (
    <>
      <div class="head">
        <h1>Playground</h1>
        <nav class="switch" aria-label="Operation">
          {Object.entries(operations).map(([path, { title }]) => (
            <a key={path} href={`#/playground/${path}`} aria-current={path === name ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
      </div>
      <Loaded from={document}>{(openapi) => <Try key={name} openapi={openapi} operation={name} />}</Loaded>
    </>
  );
};

interface Answered {
  readonly shown?: Shown;
  readonly error?: ApiError;
}

const Try = ({ openapi, operation }: { openapi: OpenApi; operation: string }) => {
  const form = useMemo(() => formOf(openapi, operation), [openapi, operation]);
  const [alternative, choose] = useState(form.alternatives[0] ?? '');
  const [values, setValues] = useState<Values>({});
  /** Inputs that hold a text of their own begin anew with an example. */
  const [edition, setEdition] = useState(0);
  const [answered, setAnswered] = useState<Answered>({});
  const [busy, setBusy] = useState(false);
  const leaving = useRef<AbortController>(undefined);
  const fields = form.fields(alternative);
  const call: Call = {
    path: form.path,
    body: { ...bodyOf(fields, values), ...(alternative !== '' && { output: alternative }) },
  };

  const run = async (event: Event) => {
    event.preventDefault();
    leaving.current = new AbortController();
    setBusy(true);
    setAnswered({});
    try {
      const answer = await post<unknown>(call.path, call.body, leaving.current.signal);
      if (operation === 'crawlCreate') return go(`crawls/${(answer as CrawlCreated).job_id}`);
      setAnswered({ shown: { operation, call, answer } as Shown });
    } catch (error) {
      if (error instanceof ApiError) setAnswered({ error });
      else if (!leaving.current.signal.aborted) throw error;
    } finally {
      setBusy(false);
    }
  };
  const take = (index: number) => {
    const value = form.examples[index]?.value;
    if (value === undefined) return;
    const output = String(value.output ?? form.alternatives[0] ?? '');
    choose(output);
    setValues(valuesOf(form.fields(output), value));
    setEdition(edition + 1);
  };

  return (
    <div class="split">
      <form onSubmit={run} class="card" aria-label={operations[operation]?.title ?? ''}>
        <Pick form={form} alternative={alternative} choose={choose} take={take} />
        <Fields
          key={`${edition} ${alternative}`}
          fields={fields}
          values={values}
          first={operations[operation]?.first ?? []}
          onChange={setValues}
        />
        <div class="actions">
          <button type="submit" class="primary" disabled={busy}>
            {busy ? 'Running …' : 'Run'}
          </button>
          {busy && (
            <button type="button" onClick={() => leaving.current?.abort()}>
              Stop
            </button>
          )}
        </div>
        <details class="group">
          <summary>Take it with you</summary>
          <Snippets call={call} />
        </details>
      </form>
      <section class="card result" aria-label="Answer" aria-busy={busy}>
        {busy && (
          <p class="quiet" role="status">
            The page is being visited …
          </p>
        )}
        {answered.error && <Problem error={answered.error} />}
        {answered.shown && <Result shown={answered.shown} />}
        {!busy && !answered.error && !answered.shown && (
          <Empty title="Nothing asked yet">
            Enter an address and run it, or begin with an example. The answer stands here: as it looks, as it
            is, and where the time went.
          </Empty>
        )}
      </section>
    </div>
  );
};

interface PickProps {
  readonly form: Form;
  readonly alternative: string;
  choose(alternative: string): void;
  take(index: number): void;
}

const Pick = ({ form, alternative, choose, take }: PickProps) => (
  <div class="row">
    {form.alternatives.length > 0 && (
      <div class="field">
        <label for="output">output</label>
        <select id="output" value={alternative} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {form.alternatives.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
    )}
    {form.examples.length > 0 && (
      <div class="field">
        <label for="example">Example</label>
        <select
          id="example"
          value=""
          onChange={({ currentTarget }) => {
            take(Number(currentTarget.value));
            currentTarget.value = '';
          }}
        >
          <option value="">choose …</option>
          {form.examples.map(({ summary }, index) => (
            <option key={summary} value={index}>
              {summary}
            </option>
          ))}
        </select>
      </div>
    )}
  </div>
);

const Snippets = ({ call }: { call: Call }) => (
  <Tabs
    label="Language"
    tabs={Object.entries(snippets).map(([name, write]) => ({
      name,
      view: () => {
        const text = write(call);
        return (
          <>
            <Copy text={text} label={`Copy ${name}`} />
            <Code text={text} label={name} />
          </>
        );
      },
    }))}
  />
);
