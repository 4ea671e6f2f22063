import { useCallback, useState } from 'preact/hooks';
import type { CrawlStatus } from '../../../src/contract/crawl.ts';
import { get } from '../api.ts';
import { count } from '../format.ts';
import { useResource } from '../resource.ts';
import { Badge, Empty, Loaded, Pager, Time, Wide } from '../ui.tsx';

const size = 25;
const everyMs = 3000;

export const Crawls = () => {
  const [offset, move] = useState(0);
  const load = useCallback(
    (signal: AbortSignal) => get<{ jobs: CrawlStatus[] }>(`/v1/crawl?limit=${size}&offset=${offset}`, signal),
    [offset],
  );
  const list = useResource(load, everyMs);
  return (
    <>
      <div class="head">
        <h1>Crawls</h1>
        <a class="button primary" href="#/playground/crawlCreate">
          New crawl
        </a>
      </div>
      <Loaded from={list}>
        {({ jobs }) =>
          jobs.length === 0 && offset === 0 ? (
            <Empty title="No crawls yet">
              A crawl fetches the pages of a site one after the other, politely, and goes on by itself after
              any restart. Begin one in the <a href="#/playground/crawlCreate">playground</a>.
            </Empty>
          ) : (
            <>
              <Wide label="List of crawls" card>
                <table>
                  <thead>
                    <tr>
                      <th>Site</th>
                      <th>Status</th>
                      <th>Pages</th>
                      <th class="end">Failed</th>
                      <th class="end">Skipped</th>
                      <th>Created</th>
                    </tr>
                  </thead>
                  <tbody>
                    {jobs.map((job) => (
                      <tr key={job.job_id}>
                        <td class="address">
                          <a href={`#/crawls/${job.job_id}`}>{job.start_url ?? 'a list of addresses'}</a>{' '}
                          <span class="quiet">{job.mode}</span>
                        </td>
                        <td>
                          <Badge of={job.status} />
                        </td>
                        <td>
                          <Progress job={job} />
                        </td>
                        <td class="end">{count(job.progress.pages_failed)}</td>
                        <td class="end">{count(job.progress.skipped)}</td>
                        <td>
                          <Time of={job.created_at} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Wide>
              <Pager offset={offset} size={size} total={undefined} shown={jobs.length} onMove={move} />
            </>
          )
        }
      </Loaded>
    </>
  );
};

/** Of a job under way the pages known so far are all that is known of its size. */
export const Progress = ({ job: { progress, status } }: { job: CrawlStatus }) => {
  const done = progress.pages_crawled + progress.pages_failed;
  return (
    <span class="progress">
      <progress
        max={Math.max(1, progress.pages_total)}
        value={status === 'completed' ? Math.max(1, progress.pages_total) : done}
        aria-label="Pages done"
      />
      {count(done)} of {count(progress.pages_total)}
    </span>
  );
};
