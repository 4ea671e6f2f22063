import { useCallback, useMemo, useState } from 'preact/hooks';
import type { PricingRecord } from '../../../src/contract/access.ts';
import type { PaymentEntry, UsageRecord } from '../../../src/contract/usage.ts';
import { get } from '../api.ts';
import { Chart } from '../chart.tsx';
import { count, dollars, duration, moment, percent } from '../format.ts';
import { useResource } from '../resource.ts';
import { Badge, Empty, Loaded, Time, Wide } from '../ui.tsx';

/** What was asked within a day, how fast it was answered, what became of the pages, what was paid. */

const everyMs = 10_000;

const paths = { own: '/v1/usage', all: '/v1/usage/all' } as const;

export const Usage = () => {
  const [scope, choose] = useState<keyof typeof paths>('own');
  const load = useCallback((signal: AbortSignal) => get<UsageRecord>(paths[scope], signal), [scope]);
  const usage = useResource(load, everyMs);
  return (
    <>
      <div class="head">
        <h1>Usage</h1>
        <fieldset class="switch" aria-label="Whose usage">
          <button type="button" aria-pressed={scope === 'own'} onClick={() => choose('own')}>
            Own
          </button>
          <button type="button" aria-pressed={scope === 'all'} onClick={() => choose('all')}>
            All owners
          </button>
        </fieldset>
      </div>
      <Loaded from={usage}>{(record) => <Figures key={String(record.owner)} record={record} />}</Loaded>
    </>
  );
};

const Figures = ({ record }: { record: UsageRecord }) => {
  const { totals, owner, since } = record;
  return (
    <>
      <p class="quiet">
        {owner === null ? 'Every owner' : `Owner ${owner}`}, this process, since {moment(since)}. Figures are
        kept for a day.
      </p>
      <div class="cards">
        <Figure name="Requests" value={count(totals.requests)} />
        <Figure name="Errors" value={percent(totals.errors, totals.requests)} />
        <Figure name="Median" value={totals.latency_ms ? duration(totals.latency_ms.p50) : '–'} />
        <Figure name="99 of 100 within" value={totals.latency_ms ? duration(totals.latency_ms.p99) : '–'} />
        <Figure name="Cache hits" value={percent(totals.cached, totals.pages)} />
      </div>
      {record.series.length === 0 ? (
        <Empty title="Nothing asked yet">Requests of today stand here, by quarter hours.</Empty>
      ) : (
        <Charts record={record} />
      )}
      <div class="cards wide">
        <Shares title="What became of pages" of={record.outcomes} />
        <Shares title="Crawls of the last day" of={record.crawls} />
        <Shares title="Webhooks of the last day" of={record.deliveries} />
      </div>
      <Endpoints record={record} />
      {record.payments && <Payments totals={record.payments} />}
    </>
  );
};

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div class="card figure">
    <span class="quiet">{name}</span>
    <strong>{value}</strong>
  </div>
);

const Charts = ({ record: { series, since, until, step_seconds } }: { record: UsageRecord }) => {
  const charts = useMemo(() => {
    const steps = stepsOf(since, until, step_seconds);
    const known = new Map(series.map((step) => [Date.parse(step.at) / 1000, step]));
    const read = (value: (step: UsageRecord['series'][number]) => number | undefined) =>
      steps.map((at) => {
        const step = known.get(at);
        return (step && value(step)) ?? null;
      });
    return {
      steps,
      requests: [
        { name: 'requests', color: '--accent', values: read(({ requests }) => requests), isBar: true },
        { name: 'errors', color: '--bad', values: read(({ errors }) => errors), isBar: true },
      ],
      latency: [
        { name: 'p99', color: '--warm', values: read(({ latency_ms }) => latency_ms?.p99) },
        { name: 'p90', color: '--accent', values: read(({ latency_ms }) => latency_ms?.p90) },
        { name: 'p50', color: '--good', values: read(({ latency_ms }) => latency_ms?.p50) },
      ],
      cache: [
        { name: 'pages', color: '--accent', values: read(({ pages }) => pages), isBar: true },
        { name: 'from the cache', color: '--good', values: read(({ cached }) => cached), isBar: true },
      ],
    };
  }, [series, since, until, step_seconds]);
  return (
    <div class="charts">
      <div class="card">
        <Chart label="Requests" times={charts.steps} lines={charts.requests} unit={count} />
      </div>
      <div class="card">
        <Chart label="Time to answer" times={charts.steps} lines={charts.latency} unit={duration} />
      </div>
      <div class="card">
        <Chart label="Pages" times={charts.steps} lines={charts.cache} unit={count} />
      </div>
      <details class="card">
        <summary>The same as a table</summary>
        <Wide label="Figures by quarter hours">
          <table>
            <thead>
              <tr>
                <th>From</th>
                <th class="end">Requests</th>
                <th class="end">Errors</th>
                <th class="end">p50</th>
                <th class="end">p90</th>
                <th class="end">p99</th>
                <th class="end">Pages</th>
                <th class="end">Cached</th>
              </tr>
            </thead>
            <tbody>
              {series.toReversed().map(({ at, requests, errors, latency_ms, pages, cached }) => (
                <tr key={at}>
                  <td>
                    <Time of={at} />
                  </td>
                  {[requests, errors].map((value, index) => (
                    <td key={index} class="end">
                      {count(value)}
                    </td>
                  ))}
                  {(['p50', 'p90', 'p99'] as const).map((share) => (
                    <td key={share} class="end">
                      {latency_ms ? duration(latency_ms[share]) : '–'}
                    </td>
                  ))}
                  <td class="end">{count(pages)}</td>
                  <td class="end">{count(cached)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
      </details>
    </div>
  );
};

/** Beginnings of the steps, in seconds since 1970; some before the first, so that a young process has a chart. */
const stepsOf = (since: string, until: string, step: number): number[] => {
  const last = Math.floor(Date.parse(until) / 1000 / step) * step;
  const first = Math.min(Math.floor(Date.parse(since) / 1000 / step) * step, last - 12 * step);
  return Array.from({ length: (last - first) / step + 1 }, (_, at) => first + at * step);
};

const Shares = ({ title, of }: { title: string; of: Readonly<Record<string, number>> }) => {
  const entries = Object.entries(of).sort(([, a], [, b]) => b - a);
  const most = Math.max(1, ...entries.map(([, times]) => times));
  return (
    <section class="card" aria-label={title}>
      <h2>{title}</h2>
      {entries.length === 0 && <p class="quiet">none</p>}
      <ul class="shares">
        {entries.map(([name, times]) => (
          <li key={name}>
            <span>{name}</span>
            <span class="lane" aria-hidden="true">
              <i style={{ width: `${(100 * times) / most}%` }} />
            </span>
            <span class="end">{count(times)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Endpoints = ({ record: { endpoints } }: { record: UsageRecord }) =>
  endpoints.length === 0 ? null : (
    <Wide label="Endpoints" card>
      <table>
        <thead>
          <tr>
            <th>Endpoint</th>
            <th class="end">Requests</th>
            <th class="end">Errors</th>
            <th class="end">p50</th>
            <th class="end">p90</th>
            <th class="end">p99</th>
          </tr>
        </thead>
        <tbody>
          {endpoints.map(({ endpoint, requests, errors, latency_ms }) => (
            <tr key={endpoint}>
              <th scope="row">{endpoint}</th>
              <td class="end">{count(requests)}</td>
              <td class="end">{count(errors)}</td>
              {(['p50', 'p90', 'p99'] as const).map((share) => (
                <td key={share} class="end">
                  {latency_ms ? duration(latency_ms[share]) : '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );

const loadPayments = async (signal: AbortSignal) => {
  const [pricing, { payments }] = await Promise.all([
    get<PricingRecord>('/v1/pricing', signal),
    get<{ payments: PaymentEntry[] }>('/v1/payments?limit=50', signal),
  ]);
  return { pricing, payments };
};

const Payments = ({ totals }: { totals: NonNullable<UsageRecord['payments']> }) => {
  const ledger = useResource(loadPayments, everyMs);
  return (
    <section class="card" aria-label="Payments">
      <h2>Payments</h2>
      <Loaded from={ledger}>
        {({ pricing, payments }) => {
          const amount = (units: string) => dollars(units, pricing.x402?.decimals ?? 6);
          if (!pricing.x402_enabled && payments.length === 0)
            return (
              <p class="quiet">
                Payments are off. GANNET_X402_PAY_TO and GANNET_X402_FACILITATOR switch them on.
              </p>
            );
          return (
            <>
              <p class="facts">
                {totals.map(({ state, count: times, amount: units }) => (
                  <span key={state}>
                    <Badge of={state} /> {count(times)}, {amount(units)}
                  </span>
                ))}
                <span class="quiet">within a day; a request costs ${pricing.price_usd}</span>
              </p>
              {payments.length === 0 ? (
                <p class="quiet">No permit was used yet.</p>
              ) : (
                <Ledger payments={payments} amount={amount} />
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
};

const Ledger = ({
  payments,
  amount,
}: {
  payments: readonly PaymentEntry[];
  amount: (units: string) => string;
}) => (
  <Wide label="Ledger of payments">
    <table>
      <thead>
        <tr>
          <th>State</th>
          <th class="end">Amount</th>
          <th>Payer</th>
          <th>Endpoint</th>
          <th>Transaction</th>
          <th>When</th>
        </tr>
      </thead>
      <tbody>
        {payments.map((entry) => (
          <tr key={`${entry.payer} ${entry.nonce}`}>
            <td>
              <Badge of={entry.state} />
              {entry.reason !== null && <span class="hint">{entry.reason}</span>}
            </td>
            <td class="end">{amount(entry.amount)}</td>
            <td>
              <code class="cut">{entry.payer}</code>
            </td>
            <td>{entry.endpoint}</td>
            <td>
              {entry.transaction ? (
                <code class="cut">{entry.transaction}</code>
              ) : (
                <span class="quiet">–</span>
              )}
            </td>
            <td>
              <Time of={entry.created_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Wide>
);
