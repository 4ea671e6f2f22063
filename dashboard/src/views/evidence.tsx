import { useState } from 'preact/hooks';
import type { z } from 'zod';
import type { FieldEvidence } from '../../../src/contract/extract.ts';
import type { scrapeResponse } from '../../../src/contract/scrape.ts';
import { ApiError, post } from '../api.ts';
import { count, pretty } from '../format.ts';
import { Frame } from '../frame.tsx';
import type { Call } from '../snippets.ts';
import { Code, Problem, Wide } from '../ui.tsx';
import type { ExtractAnswer } from './result.tsx';

/** The data of an extraction, what each value is founded on, and where that stands in the page. */

interface Props {
  readonly call: Call;
  readonly answer: ExtractAnswer;
}

const mostFields = 300;

export const Evidence = ({ call, answer: { data, metadata } }: Props) => {
  const fields = Object.entries(metadata.fields);
  const [chosen, choose] = useState<string>();
  const [page, setPage] = useState<{ html?: string; error?: ApiError; busy?: true }>({});
  const show = async (name: string) => {
    choose(name);
    if (page.html !== undefined || page.busy) return;
    setPage({ busy: true });
    try {
      setPage({ html: await htmlOf(call) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setPage({ error });
    }
  };
  const evidence = chosen === undefined ? undefined : metadata.fields[chosen];
  return (
    <>
      <p class="quiet">
        By {metadata.extraction_method}, confidence {metadata.confidence.toFixed(2)}.
      </p>
      <Wide label="Evidence">
        <table class="evidence">
          <thead>
            <tr>
              <th>Field</th>
              <th>Text in the page</th>
              <th>Found in</th>
              <th class="end">Confidence</th>
              <th>Page</th>
            </tr>
          </thead>
          <tbody>
            {fields.slice(0, mostFields).map(([name, found]) => (
              <Row
                key={name}
                name={name}
                found={found}
                isChosen={name === chosen}
                onShow={() => show(name)}
              />
            ))}
          </tbody>
        </table>
      </Wide>
      {fields.length > mostFields && (
        <p class="quiet">{count(fields.length)} fields; the rest is in the response.</p>
      )}
      {page.busy && (
        <p class="quiet" role="status">
          The page is fetched as HTML …
        </p>
      )}
      {page.error && <Problem error={page.error} />}
      {page.html !== undefined && evidence && (
        <Frame html={page.html} place={evidence} title={`The page, with ${chosen} marked`} />
      )}
      <Code text={pretty(data)} label="Data" />
    </>
  );
};

interface RowProps {
  readonly name: string;
  readonly found: FieldEvidence | null;
  readonly isChosen: boolean;
  onShow(): void;
}

const Row = ({ name, found, isChosen, onShow }: RowProps) => (
  <tr class={isChosen ? 'chosen' : ''}>
    <th scope="row">
      <code>{name}</code>
    </th>
    {found === null ? (
      <td colSpan={4} class="quiet">
        not found
      </td>
    ) : (
      <>
        <td class="snippet">{found.snippet}</td>
        <td>
          {found.source}
          <code class="path">{found.path}</code>
        </td>
        <td class="end">{found.confidence.toFixed(2)}</td>
        <td>
          <button
            type="button"
            class="small"
            aria-pressed={isChosen}
            aria-label={`Show ${name} in the page`}
            onClick={onShow}
          >
            Show
          </button>
        </td>
      </>
    )}
  </tr>
);

/** The same page for the same visitor, all of it. */
const htmlOf = async ({ body }: Call): Promise<string> => {
  const { url, headers, cookies, mobile, locale, timezone, actions } = body as Record<string, unknown>;
  const { data } = await post<z.infer<typeof scrapeResponse>>('/v1/scrape', {
    ...{ url, headers, cookies, mobile, locale, timezone, actions },
    output: 'html',
    options: { only_main_content: false },
  });
  return 'html' in data ? data.html : '';
};
