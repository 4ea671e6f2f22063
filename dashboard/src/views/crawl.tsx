import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { CrawlStatus } from '../../../src/contract/crawl.ts';
import type { CrawlErrors, CrawlResult } from '../../../src/contract/crawl-results.ts';
import { ApiError, get, request } from '../api.ts';
import { saveAnswer } from '../download.ts';
import { followCrawl } from '../events.ts';
import { count, duration, pretty } from '../format.ts';
import { Markdown, WebLink } from '../markdown.tsx';
import { useResource } from '../resource.ts';
import { Badge, Code, Confirm, Copy, Empty, Loaded, Pager, Problem, Tabs, Time, Wide } from '../ui.tsx';
import { Progress } from './crawls.tsx';

/** One crawl, as it goes: its pages come as events, and what is shown of them is brought up to date a few times a second. */

/** What the table shows of a page; the rest is fetched when it is looked at. */
interface Row {
  readonly id: number;
  readonly url: string;
  readonly title: string;
  readonly status: number;
  readonly characters: number;
  readonly ms: number;
  readonly error: string | null;
}

interface State {
  readonly status: CrawlStatus | undefined;
  /** Newest last. */
  readonly rows: readonly Row[];
  readonly error: ApiError | undefined;
}

const showEveryMs = 250;
const size = 25;

const useCrawl = (id: string): State => {
  const [state, setState] = useState<State>({ status: undefined, rows: [], error: undefined });
  useEffect(() => {
    const leaving = new AbortController();
    const rows: Row[] = [];
    let status: CrawlStatus | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (error?: ApiError) => {
      clearTimeout(timer);
      timer = undefined;
      setState({ status, rows: [...rows], error });
    };
    const showSoon = () => {
      timer ??= setTimeout(show, showEveryMs);
    };
    const listener = {
      result: (number: number, result: CrawlResult) => {
        rows.push(rowOf(number, result));
        showSoon();
      },
      progress: (news: CrawlStatus, isLast: boolean) => {
        status = news;
        if (isLast) show();
        else showSoon();
      },
      lost: show,
    };
    followCrawl(id, listener, leaving.signal).catch((error: unknown) => {
      if (leaving.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      show(error);
    });
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [id]);
  return state;
};

const rowOf = (id: number, { url, markdown, metadata, status, error }: CrawlResult): Row => ({
  id,
  url,
  title: metadata.title ?? '',
  status,
  characters: markdown.length,
  ms: metadata.duration_ms,
  error,
});

export const Crawl = ({ id }: { id: string }) => {
  const { status, rows, error } = useCrawl(id);
  const [refused, setRefused] = useState<ApiError>();
  const isOver = status !== undefined && status.completed_at !== null;
  const attempt = (work: () => Promise<unknown>) => () => {
    setRefused(undefined);
    work().catch((thrown: unknown) => {
      if (!(thrown instanceof ApiError)) throw thrown;
      setRefused(thrown);
    });
  };
  const results = `/v1/crawl/${id}/results?limit=1000`;
  return (
    <>
      <div class="head">
        <h1>
          <a href="#/crawls">Crawls</a> / {status?.start_url ?? id}
        </h1>
        <div class="actions">
          <button
            type="button"
            class="small"
            onClick={attempt(() => saveAnswer(results, `crawl-${id}.json`))}
          >
            JSON
          </button>
          <button
            type="button"
            class="small"
            onClick={attempt(() => saveAnswer(`${results}&format=ndjson`, `crawl-${id}.ndjson`))}
          >
            NDJSON
          </button>
          {status && !isOver && (
            <Confirm label="Cancel" onConfirm={attempt(() => request('DELETE', `/v1/crawl/${id}`))} />
          )}
        </div>
      </div>
      {error && <Problem error={error} />}
      {refused && <Problem error={refused} />}
      {status === undefined && !error && (
        <p class="quiet" role="status">
          Loading …
        </p>
      )}
      {status && <Standing status={status} />}
      {status && (
        <Tabs
          label="Parts of the crawl"
          tabs={[
            {
              name: `Pages (${count(rows.length)})`,
              view: () => <Pages id={id} rows={rows} isOver={isOver} />,
            },
            {
              name: `Errors (${count(status.error_count)})`,
              view: () => <Left id={id} part="errors" isOver={isOver} />,
            },
            {
              name: `Skipped (${count(status.progress.skipped)})`,
              view: () => <Left id={id} part="skipped" isOver={isOver} />,
            },
            { name: 'Job', view: () => <Code text={pretty(status)} label="Job" /> },
          ]}
        />
      )}
    </>
  );
};

const Standing = ({ status }: { status: CrawlStatus }) => (
  <div class="card" aria-live="polite">
    <p class="facts">
      <Badge of={status.status} />
      <Progress job={status} />
      <span>{count(status.progress.pages_failed)} failed</span>
      <span>{count(status.progress.skipped)} skipped</span>
      <span>mode {status.mode}</span>
      <span>
        created <Time of={status.created_at} />
      </span>
      {status.completed_at !== null && status.started_at !== null && (
        <span>took {duration(Date.parse(status.completed_at) - Date.parse(status.started_at))}</span>
      )}
      <span>
        kept until <Time of={status.expires_at} />
      </span>
    </p>
    {status.progress.current_url !== '' && <p class="quiet address">now {status.progress.current_url}</p>}
    {status.error !== null && <p class="problem">{status.error}</p>}
    {status.warnings.length > 0 && (
      <ul class="warnings">
        {status.warnings.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    )}
    {status.progress.skipped > 0 && (
      <p class="facts quiet">
        skipped:
        {Object.entries(status.skipped_reasons)
          .filter(([, times]) => times > 0)
          .map(([reason, times]) => (
            <span key={reason}>
              {reason} {count(times)}
            </span>
          ))}
      </p>
    )}
  </div>
);

const Pages = ({ id, rows, isOver }: { id: string; rows: readonly Row[]; isOver: boolean }) => {
  const [offset, move] = useState(0);
  const [onlyFailed, filter] = useState(false);
  const [chosen, choose] = useState<Row>();
  const wanted = onlyFailed ? rows.filter(({ error }) => error !== null) : rows;
  // Newest first.
  const end = wanted.length - offset;
  const shown = wanted.slice(Math.max(0, end - size), end).reverse();
  if (rows.length === 0)
    return (
      <Empty title={isOver ? 'No page was stored' : 'No page yet'}>
        {isOver ? 'See the errors, and what was skipped.' : 'Pages stand here as they come.'}
      </Empty>
    );
  return (
    <>
      <label class="filter">
        <input
          type="checkbox"
          checked={onlyFailed}
          onChange={({ currentTarget }) => {
            filter(currentTarget.checked);
            move(0);
          }}
        />
        only pages that failed
      </label>
      <Wide label="List of pages" card>
        <table>
          <thead>
            <tr>
              <th class="end">No.</th>
              <th>Page</th>
              <th class="end">Status</th>
              <th class="end">Characters</th>
              <th class="end">Time</th>
              <th>Content</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.id} class={row.id === chosen?.id ? 'chosen' : ''}>
                <td class="end">{row.id}</td>
                <td class="address">
                  {row.title || <span class="quiet">without title</span>}
                  <span class="hint">{row.url}</span>
                  {row.error !== null && <span class="hint bad">{row.error}</span>}
                </td>
                <td class="end">{row.status || '–'}</td>
                <td class="end">{count(row.characters)}</td>
                <td class="end">{duration(row.ms)}</td>
                <td>
                  <button
                    type="button"
                    class="small"
                    aria-label={`Show page ${row.id}`}
                    aria-pressed={row.id === chosen?.id}
                    onClick={() => choose(row)}
                  >
                    Show
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      <Pager offset={offset} size={size} total={wanted.length} shown={shown.length} onMove={move} />
      {chosen && <Preview key={chosen.id} id={id} row={chosen} />}
    </>
  );
};

/** Results are numbered from 1, in order of completion. */
const Preview = ({ id, row }: { id: string; row: Row }) => {
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  const load = useCallback(
    (signal: AbortSignal) =>
      get<{ results: CrawlResult[] }>(`/v1/crawl/${id}/results?limit=1&offset=${row.id - 1}`, signal),
    [id, row.id],
  );
  const result = useResource(load);
  return (
    <section class="card" aria-label={`Page ${row.id}`} tabIndex={-1} ref={place}>
      <p class="address">
        <WebLink href={row.url}>{row.url}</WebLink>
      </p>
      <Loaded from={result}>
        {({ results: [page] }) =>
          page && (
            <Tabs
              label="Views of the page"
              tabs={[
                { name: 'Rendered', view: () => <Markdown text={page.markdown} /> },
                {
                  name: 'Source',
                  view: () => (
                    <>
                      <Copy text={page.markdown} />
                      <Code text={page.markdown} label="Source" />
                    </>
                  ),
                },
                { name: 'Metadata', view: () => <Code text={pretty(page.metadata)} label="Metadata" /> },
              ]}
            />
          )
        }
      </Loaded>
    </section>
  );
};

interface LeftProps {
  readonly id: string;
  readonly part: 'errors' | 'skipped';
  readonly isOver: boolean;
}

const ledgerSize = 100;

/** What failed, or the ledger of what was not fetched. */
const Left = ({ id, part, isOver }: LeftProps) => {
  const [offset, move] = useState(0);
  const load = useCallback(
    (signal: AbortSignal) =>
      get<CrawlErrors>(`/v1/crawl/${id}/errors?limit=${ledgerSize}&offset=${offset}`, signal),
    [id, offset],
  );
  const list = useResource(load, isOver ? undefined : 3000);
  return (
    <Loaded from={list}>
      {({ errors, skipped }) => {
        const entries =
          part === 'errors'
            ? errors.map(({ url, error, attempts, crawled_at }) => ({
                url,
                why: error,
                more: `${attempts} attempts`,
                at: crawled_at,
              }))
            : skipped.map(({ url, reason, found_on }) => ({
                url,
                why: reason,
                more: found_on === null ? '' : `found on ${found_on}`,
                at: null,
              }));
        if (entries.length === 0 && offset === 0)
          return <Empty title={part === 'errors' ? 'No page failed' : 'Nothing was skipped'} />;
        return (
          <>
            <Wide label="List of addresses" card>
              <table>
                <thead>
                  <tr>
                    <th>Address</th>
                    <th>Why</th>
                    <th>When</th>
                  </tr>
                </thead>
                <tbody>
                  {entries.map(({ url, why, more, at }) => (
                    <tr key={url}>
                      <td class="address">
                        {url}
                        <span class="hint">{more}</span>
                      </td>
                      <td>{why}</td>
                      <td>
                        <Time of={at} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Wide>
            <Pager offset={offset} size={ledgerSize} total={undefined} shown={entries.length} onMove={move} />
          </>
        );
      }}
    </Loaded>
  );
};
