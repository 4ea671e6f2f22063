import type { Data, OutputName, ScrapeRequest } from '../contract/scrape.ts';
import type { LivePage, Snapshot } from '../page.ts';
import { pdf } from './pdf.ts';
import { screenshot } from './screenshot.ts';

/** What each output needs of the browser. Pictures are taken of the live page, with media. */
export const outputs = {
  markdown: { reads: 'snapshot', needsMedia: false },
  html: { reads: 'snapshot', needsMedia: false },
  csv: { reads: 'snapshot', needsMedia: false },
  screenshot: { reads: 'page', needsMedia: true },
  pdf: { reads: 'page', needsMedia: true },
} as const satisfies Record<OutputName, { reads: 'snapshot' | 'page'; needsMedia: boolean }>;

/** Takes the picture that the request asks for; undefined for outputs that are made of the snapshot. */
export const renderLive = async (
  page: LivePage,
  request: ScrapeRequest,
): Promise<Data['screenshot'] | Data['pdf'] | undefined> => {
  if (request.output === 'screenshot') return screenshot(page, request.options);
  if (request.output === 'pdf') return pdf(page, request.options);
  return undefined;
};

/** A PDF is its own PDF, unaltered; undefined for everything else. */
export const pdfItself = ({ file }: Snapshot, output: OutputName): Data['pdf'] | undefined =>
  output === 'pdf' && file?.kind === 'pdf'
    ? { format: 'pdf', data: Buffer.from(file.bytes).toString('base64'), size_bytes: file.bytes.length }
    : undefined;
