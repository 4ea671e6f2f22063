import { useEffect, useMemo, useState } from 'preact/hooks';
import type { z } from 'zod';
import type { extractResponse } from '../../../src/contract/extract.ts';
import type { Data, OutputName, scrapeResponse } from '../../../src/contract/scrape.ts';
import { readCsv } from '../csv.ts';
import { bytesOf, saveBlob, saveText } from '../download.ts';
import { bytes, count, duration, pretty } from '../format.ts';
import { Frame } from '../frame.tsx';
import { Markdown, WebLink } from '../markdown.tsx';
import type { Call } from '../snippets.ts';
import { Badge, Code, Copy, type Tab, Tabs, Wide } from '../ui.tsx';
import { Waterfall } from '../waterfall.tsx';
import { Evidence } from './evidence.tsx';

/** An answer of scrape or extract, in every way it can be looked at. */

type ScrapeAnswer = z.infer<typeof scrapeResponse>;
export type ExtractAnswer = z.infer<typeof extractResponse>;

export type Shown =
  | { readonly operation: 'scrape'; readonly call: Call; readonly answer: ScrapeAnswer }
  | { readonly operation: 'extract'; readonly call: Call; readonly answer: ExtractAnswer };

export const Result = ({ shown }: { shown: Shown }) => {
  const { answer } = shown;
  const { metadata, warnings = [] } = answer;
  const totalMs = 'execution_time_ms' in answer ? answer.execution_time_ms : metadataMs(answer);
  const tabs: Tab[] = [
    ...(shown.operation === 'scrape'
      ? views[shown.answer.output](shown.answer)
      : [{ name: 'Data', view: () => <Evidence call={shown.call} answer={shown.answer} /> }]),
    { name: 'Response', view: () => <Response answer={answer} /> },
    { name: 'Timing', view: () => <Waterfall {...metadata} totalMs={totalMs} /> },
  ];
  return (
    <>
      <p class="facts">
        <Badge of={metadata.outcome} />
        <span>{metadata.status_code}</span>
        <span>{duration(totalMs)}</span>
        <span>read from the {metadata.engine}</span>
        <span>{metadata.attempts === 1 ? '1 attempt' : `${metadata.attempts} attempts`}</span>
        {metadata.cached && <span>from the cache</span>}
        {answer.payment && (
          <span>
            {answer.payment.settled ? 'paid' : 'not settled'} ${answer.payment.amount_usd}
          </span>
        )}
        <span class="address">
          <WebLink href={metadata.final_url}>{metadata.final_url}</WebLink>
        </span>
      </p>
      {warnings.length > 0 && (
        <ul class="warnings">
          {warnings.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <Tabs label="Views of the answer" tabs={tabs} />
    </>
  );
};

const metadataMs = ({ metadata }: ExtractAnswer) => metadata.processing_time_ms;

const dataOf = <N extends OutputName>({ data }: ScrapeAnswer): Data[N] => data as Data[N];

const views: Readonly<Record<OutputName, (answer: ScrapeAnswer) => Tab[]>> = {
  markdown: (answer) => {
    const { markdown, links } = dataOf<'markdown'>(answer);
    return [
      { name: 'Rendered', view: () => <Markdown text={markdown} /> },
      { name: 'Source', view: () => <Source text={markdown} type="text/markdown" name="page.md" /> },
      ...linkTab(links),
    ];
  },
  html: (answer) => {
    const { html, links } = dataOf<'html'>(answer);
    return [
      {
        name: 'Page',
        view: () => <Frame html={html} title="The page, without scripts, styles and images" />,
      },
      { name: 'Source', view: () => <Source text={html} type="text/html" name="page.html" /> },
      ...linkTab(links),
    ];
  },
  csv: (answer) => {
    const { tables, data } = dataOf<'csv'>(answer);
    return [
      { name: 'Tables', view: () => <CsvTables tables={tables} /> },
      { name: 'Source', view: () => <Source text={data} type="text/csv" name="tables.csv" /> },
    ];
  },
  screenshot: (answer) => {
    const { data, format, size_bytes } = dataOf<'screenshot'>(answer);
    const type = `image/${format}`;
    return [
      { name: 'Picture', view: () => <Picture {...{ data, type, size_bytes, name: `page.${format}` }} /> },
    ];
  },
  pdf: (answer) => {
    const { data, size_bytes } = dataOf<'pdf'>(answer);
    return [
      {
        name: 'PDF',
        view: () => <Picture {...{ data, type: 'application/pdf', size_bytes, name: 'page.pdf' }} />,
      },
    ];
  },
};

const linkTab = (links: Data['markdown']['links']): Tab[] =>
  links === undefined
    ? []
    : [
        {
          name: `Links (${count(links.length)})`,
          view: () => (
            <ul class="links">
              {links.slice(0, mostRows).map(({ url, text }, at) => (
                <li key={at}>
                  <WebLink href={url}>{url}</WebLink> <span class="quiet">{text}</span>
                </li>
              ))}
            </ul>
          ),
        },
      ];

const Source = ({ text, type, name }: { text: string; type: string; name: string }) => (
  <>
    <div class="tools">
      <Copy text={text} />
      <button type="button" class="small" onClick={() => saveText(text, type, name)}>
        Download {name}
      </button>
      <span class="quiet">{count(text.length)} characters</span>
    </div>
    <Code text={text.slice(0, mostText)} label="Source" />
  </>
);

const mostText = 500_000;
const mostRows = 500;

const CsvTables = ({ tables }: { tables: readonly string[] }) => {
  if (tables.length === 0) return <p class="quiet">The page holds no table that the selector matches.</p>;
  return (
    <>
      {tables.map((text, at) => (
        <CsvTable key={at} text={text} name={`table-${at + 1}.csv`} />
      ))}
    </>
  );
};

const CsvTable = ({ text, name }: { text: string; name: string }) => {
  const rows = useMemo(() => readCsv(text), [text]);
  const [head = [], ...body] = rows;
  return (
    <>
      <div class="tools">
        <button type="button" class="small" onClick={() => saveText(text, 'text/csv', name)}>
          Download {name}
        </button>
        <span class="quiet">
          {count(rows.length)} rows{rows.length > mostRows && `, the first ${mostRows} are shown`}
        </span>
      </div>
      <Wide label={name}>
        <table>
          <thead>
            <tr>
              {head.map((cell, at) => (
                <th key={at}>{cell}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.slice(0, mostRows).map((row, at) => (
              <tr key={at}>
                {row.map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </>
  );
};

interface PictureProps {
  readonly data: string;
  readonly type: string;
  readonly size_bytes: number;
  readonly name: string;
}

const Picture = ({ data, type, size_bytes, name }: PictureProps) => {
  const blob = useMemo(() => new Blob([bytesOf(data)], { type }), [data, type]);
  const [url, setUrl] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return (
    <>
      <div class="tools">
        <button type="button" class="small" onClick={() => saveBlob(blob, name)}>
          Download {name}
        </button>
        <span class="quiet">{bytes(size_bytes)}</span>
      </div>
      {url !== '' &&
        (type === 'application/pdf' ? (
          <iframe class="frame" src={url} title="The page as PDF" />
        ) : (
          <img class="picture" src={url} alt="The page as it looks" />
        ))}
    </>
  );
};

const longestBase64 = 2000;

/** The answer as it came, without the bytes of pictures. */
const Response = ({ answer }: { answer: unknown }) => {
  const text = pretty(answer);
  const short = JSON.stringify(
    answer,
    (name, value) =>
      name === 'data' && typeof value === 'string' && value.length > longestBase64
        ? `${value.slice(0, 60)}… ${count(value.length)} characters`
        : value,
    2,
  );
  return (
    <>
      <div class="tools">
        <Copy text={text} />
        <button type="button" class="small" onClick={() => saveText(text, 'application/json', 'answer.json')}>
          Download answer.json
        </button>
      </div>
      <Code text={short.slice(0, mostText)} label="Response" />
    </>
  );
};
