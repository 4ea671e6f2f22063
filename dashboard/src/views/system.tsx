import type { ComponentChildren } from 'preact';
import type { HealthRecord } from '../../../src/contract/status.ts';
import type { SystemRecord } from '../../../src/contract/usage.ts';
import { get } from '../api.ts';
import { bytes, count, duration, percent } from '../format.ts';
import { useResource } from '../resource.ts';
import { Badge, Empty, Loaded, Wide } from '../ui.tsx';

/** How the process is: its health is for all to see, the rest for the operator. */

const everyMs = 5000;
const loadHealth = (signal: AbortSignal) => get<HealthRecord>('/health', signal);
const loadSystem = (signal: AbortSignal) => get<SystemRecord>('/v1/system', signal);

export const System = () => {
  const health = useResource(loadHealth, everyMs);
  const system = useResource(loadSystem, everyMs);
  return (
    <>
      <div class="head">
        <h1>System</h1>
        {health.data && (
          <p class="facts">
            <Badge of={health.data.status} />
            <span>gannet {health.data.version}</span>
            <span>up {duration(1000 * health.data.uptime_seconds)}</span>
          </p>
        )}
      </div>
      <Loaded from={system}>{(record) => <Parts record={record} />}</Loaded>
    </>
  );
};

const Parts = ({ record }: { record: SystemRecord }) => {
  const { browsers, browser_launches, pages, store, proxies } = record;
  return (
    <>
      <div class="cards wide">
        <Facts
          title="Process"
          facts={{
            Version: record.version,
            'Node.js': record.node,
            Memory: bytes(record.memory_bytes),
            Cores: count(record.cores),
            'Crawl jobs under way': count(record.crawl_jobs),
          }}
        />
        <Facts
          title="Pages and queue"
          facts={{
            'Open contexts': count(pages.contexts),
            'Shown at once, at most': count(pages.shown_limit),
            'Asked for at once, at most': count(pages.visits_limit),
            Queue: (
              <>
                <meter max={Math.max(1, pages.queue_limit)} value={pages.queued} aria-label="Queue" />{' '}
                {count(pages.queued)} of {count(pages.queue_limit)}
              </>
            ),
          }}
        />
        <Facts
          title="Store"
          facts={{
            Kind: store.kind === 'embedded' ? 'built in (PGlite)' : 'PostgreSQL server',
            PostgreSQL: store.version,
            Schema: `version ${store.schema_version}`,
            Size: bytes(store.size_bytes),
          }}
        />
        <Facts
          title="Browser starts"
          facts={Object.fromEntries(
            Object.entries(browser_launches).map(([cause, times]) => [cause, count(times)]),
          )}
        />
      </div>
      <Wide label="Browsers" card>
        <h2>Browsers</h2>
        {browsers.length === 0 ? (
          <Empty title="No browser runs">One is being started. Requests wait for it.</Empty>
        ) : (
          <table>
            <thead>
              <tr>
                <th>Version</th>
                <th class="end">Age</th>
                <th class="end">Open contexts</th>
                <th class="end">Contexts so far</th>
              </tr>
            </thead>
            <tbody>
              {browsers.map(({ version, age_seconds, contexts, served }, at) => (
                <tr key={at}>
                  <td>{version}</td>
                  <td class="end">{duration(1000 * age_seconds)}</td>
                  <td class="end">{count(contexts)}</td>
                  <td class="end">{count(served)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Wide>
      <Wide label="Proxies" card>
        <h2>Proxies</h2>
        {proxies.proxies.length === 0 ? (
          <p class="quiet">None: pages are fetched directly. GANNET_PROXIES names some.</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th>Proxy</th>
                <th>State</th>
                <th class="end">Of late</th>
                <th class="end">Latency</th>
                <th class="end">Successes</th>
                <th class="end">Failures</th>
              </tr>
            </thead>
            <tbody>
              {proxies.proxies.map(({ id, scheme, state, success_rate, latency_ms, successes, failures }) => (
                <tr key={id}>
                  <th scope="row">
                    {id} <span class="quiet">{scheme}</span>
                  </th>
                  <td>
                    <Badge of={state} />
                  </td>
                  <td class="end">{success_rate === null ? '–' : percent(success_rate, 1)}</td>
                  <td class="end">{latency_ms === null ? '–' : duration(latency_ms)}</td>
                  <td class="end">{count(successes)}</td>
                  <td class="end">{count(failures)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Wide>
    </>
  );
};

const Facts = ({ title, facts }: { title: string; facts: Readonly<Record<string, ComponentChildren>> }) => (
  <section class="card" aria-label={title}>
    <h2>{title}</h2>
    <dl>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </section>
);
