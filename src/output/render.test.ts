import { afterAll, describe, expect, test, vi } from 'vitest';
import { ServiceError } from '../contract/error.ts';
import { Deadline } from '../deadline.ts';
import { createConvertFile } from '../file/convert.ts';
import type { Snapshot } from '../page.ts';
import { createThreads, type Threads } from '../threads.ts';
import { createRenderer } from './render.ts';
import { renderText } from './text.ts';

const snapshot = (html: string): Snapshot => ({
  url: 'https://example.com/',
  status: 200,
  headers: {},
  contentType: 'text/html',
  html,
  title: 'Title',
  baseUrl: 'https://example.com/',
});
const options = { only_main_content: true, include_selectors: [], exclude_selectors: [], links: false };
const page = snapshot('<main><h1>Title</h1><p>Text.</p><table><tr><th>a</th><th>b</th></tr></table></main>');
/** Takes seconds to convert. */
const huge = snapshot(`<main>${'<p><b>a_b</b> *c* [d]</p>'.repeat(300_000)}`);

describe('a renderer', () => {
  const threads = createThreads({ threads: 2 });
  const onLate = vi.fn();
  const renderer = createRenderer({ threads, convertFile: createConvertFile({ threads: 1 }), onLate });
  afterAll(() => threads.close());

  test('gives on a thread what is given here', async () => {
    using deadline = new Deadline(30_000);
    expect(await renderer.render(page, 'markdown', options, deadline)).toEqual(
      renderText(page, 'markdown', options),
    );
    expect(await renderer.render(page, 'html', options, deadline)).toEqual(renderText(page, 'html', options));
    const csv = await renderer.render(page, 'csv', { table_selector: 'table' }, deadline);
    expect(csv.data.tables).toEqual(['a,b']);
  });

  test('warmed, it has rendered a page', async () => {
    const outcomes: unknown[] = [];
    const run: Threads['run'] = async (...task) => {
      const outcome = await threads.run(...task);
      outcomes.push(outcome);
      return outcome;
    };
    const convertFile = createConvertFile({ threads: 1 });
    await createRenderer({ threads: { ...threads, run }, convertFile }).warm(AbortSignal.timeout(30_000));
    expect(outcomes).toMatchObject([
      { rendered: { data: { markdown: expect.stringContaining('Some text') }, warnings: [] } },
    ]);
  });

  test('selectors that take too long end, and the thread stays', async () => {
    using deadline = new Deadline(60_000);
    const wide = snapshot(`<main>${'<p></p>'.repeat(3000)}</main>`);
    const slow = { ...options, include_selectors: ['nothing ~ p ~ p ~ p ~ p'] };
    await expect(renderer.render(wide, 'markdown', slow, deadline)).rejects.toMatchObject({
      code: 'scrape_failed',
      extras: { reason: 'too_slow' },
    });
    expect((await renderer.render(page, 'markdown', options, deadline)).data.markdown).toContain('Text.');
  });

  test('reads the metadata for pictures', async () => {
    using deadline = new Deadline(30_000);
    const shot = { format: 'png', full_page: true, quality: 90 } as const;
    const { data, metadata } = await renderer.render(page, 'screenshot', shot, deadline);
    expect(data).toBeNull();
    expect(metadata.title).toBe('Title');
  });

  test('hands on what a request got wrong', async () => {
    using deadline = new Deadline(30_000);
    const failure = renderer.render(page, 'csv', { table_selector: 'p[' }, deadline);
    await expect(failure).rejects.toBeInstanceOf(ServiceError);
    await expect(failure).rejects.toMatchObject({
      code: 'invalid_request',
      extras: { issues: [{ path: 'options.table_selector' }] },
    });
  });

  test('stops at the deadline and goes on with the next page', async () => {
    using short = new Deadline(300);
    await expect(renderer.render(huge, 'markdown', options, short)).rejects.toMatchObject({
      code: 'timeout',
    });
    expect(onLate).toHaveBeenCalledOnce();
    using deadline = new Deadline(30_000);
    expect((await renderer.render(page, 'markdown', options, deadline)).metadata.title).toBe('Title');
  });

  test('stops for a caller who left', async () => {
    const left = new AbortController();
    using deadline = new Deadline(30_000, left.signal);
    const work = renderer.render(huge, 'markdown', options, deadline);
    left.abort(new ServiceError('shutting_down'));
    await expect(work).rejects.toMatchObject({ code: 'shutting_down' });
  });
});

test('a page that breaks its thread fails alone', async () => {
  const threads = createThreads({ threads: 1, memoryMb: 40 });
  const renderer = createRenderer({ threads, convertFile: createConvertFile({ threads: 1 }) });
  try {
    using deadline = new Deadline(60_000);
    await expect(renderer.render(huge, 'markdown', options, deadline)).rejects.toMatchObject({
      code: 'scrape_failed',
    });
    expect((await renderer.render(page, 'markdown', options, deadline)).metadata.title).toBe('Title');
  } finally {
    await threads.close();
  }
});
