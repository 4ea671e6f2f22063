import { useCallback, useState } from 'preact/hooks';
import type { DeliveryDetail, DeliveryRecord } from '../../../src/contract/webhook.ts';
import { ApiError, get, post } from '../api.ts';
import { Fields } from '../form.tsx';
import { readable } from '../format.ts';
import { bodyOf, formOf, loadOpenApi, type OpenApi, type Values } from '../openapi.ts';
import { useResource } from '../resource.ts';
import { Badge, Code, Copy, Empty, Loaded, Pager, Problem, Time, Wide } from '../ui.tsx';

/** The delivery log: what was sent, how often, what was answered; and a webhook to try a receiver with. */

const size = 25;
const everyMs = 4000;

export const Webhooks = () => {
  const [offset, move] = useState(0);
  const [chosen, choose] = useState<string>();
  const load = useCallback(
    (signal: AbortSignal) =>
      get<{ deliveries: DeliveryRecord[] }>(`/v1/webhooks/logs?limit=${size}&offset=${offset}`, signal),
    [offset],
  );
  const list = useResource(load, everyMs);
  const document = useResource(loadOpenApi);
  return (
    <>
      <div class="head">
        <h1>Webhooks</h1>
      </div>
      <details class="card">
        <summary>Send a test webhook</summary>
        <Loaded from={document}>{(openapi) => <Test openapi={openapi} onSent={list.reload} />}</Loaded>
      </details>
      <Loaded from={list}>
        {({ deliveries }) =>
          deliveries.length === 0 && offset === 0 ? (
            <Empty title="No deliveries yet">
              A crawl with a <code>callback_url</code> sends one when it ends. Every attempt and what the
              receiver answered stand here.
            </Empty>
          ) : (
            <>
              <Wide label="List of deliveries" card>
                <table>
                  <thead>
                    <tr>
                      <th>Event</th>
                      <th>Receiver</th>
                      <th>Status</th>
                      <th class="end">Attempts</th>
                      <th class="end">Answer</th>
                      <th>Created</th>
                      <th>Delivery</th>
                    </tr>
                  </thead>
                  <tbody>
                    {deliveries.map((delivery) => (
                      <tr key={delivery.delivery_id} class={delivery.delivery_id === chosen ? 'chosen' : ''}>
                        <td>{delivery.event}</td>
                        <td class="address">{delivery.callback_url}</td>
                        <td>
                          <Badge of={delivery.status} />
                        </td>
                        <td class="end">
                          {delivery.attempts} of {delivery.max_attempts}
                        </td>
                        <td class="end">{delivery.response_status ?? '–'}</td>
                        <td>
                          <Time of={delivery.created_at} />
                        </td>
                        <td>
                          <button
                            type="button"
                            class="small"
                            aria-pressed={delivery.delivery_id === chosen}
                            onClick={() => choose(delivery.delivery_id)}
                          >
                            Show
                          </button>
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </Wide>
              <Pager offset={offset} size={size} total={undefined} shown={deliveries.length} onMove={move} />
            </>
          )
        }
      </Loaded>
      {chosen !== undefined && <Detail key={chosen} id={chosen} onResent={list.reload} />}
    </>
  );
};

const Detail = ({ id, onResent }: { id: string; onResent: () => void }) => {
  const load = useCallback(
    (signal: AbortSignal) => get<DeliveryDetail>(`/v1/webhooks/logs/${id}`, signal),
    [id],
  );
  const detail = useResource(load, everyMs);
  const [error, setError] = useState<ApiError>();
  const resend = async () => {
    setError(undefined);
    try {
      await post(`/v1/webhooks/logs/${id}/resend`, {});
      detail.reload();
      onResent();
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
      setError(refusal);
    }
  };
  return (
    <section class="card" aria-label="Delivery">
      <Loaded from={detail}>
        {(delivery) => (
          <>
            <div class="head">
              <h2>
                {delivery.event} <Badge of={delivery.status} />
              </h2>
              <button type="button" class="small" onClick={resend}>
                Send again
              </button>
            </div>
            {error && <Problem error={error} />}
            <dl>
              <dt>Delivery</dt>
              <dd>
                <code>{delivery.delivery_id}</code>
              </dd>
              <dt>Attempts</dt>
              <dd>
                {delivery.attempts} of {delivery.max_attempts}, the last one{' '}
                <Time of={delivery.last_attempt_at} />
                {delivery.next_attempt_at !== null && (
                  <>
                    , the next one <Time of={delivery.next_attempt_at} />
                  </>
                )}
              </dd>
              {delivery.error !== null && (
                <>
                  <dt>Error</dt>
                  <dd class="bad">{delivery.error}</dd>
                </>
              )}
            </dl>
            <div class="pair">
              <div>
                <h3>
                  Sent <Copy text={delivery.request_body} />
                </h3>
                <Code text={readable(delivery.request_body)} label="What is sent" />
              </div>
              <div>
                <h3>Answered {delivery.response_status ?? ''}</h3>
                <Code text={delivery.response_body ?? 'nothing yet'} label="What the receiver answered" />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </section>
  );
};

const Test = ({ openapi, onSent }: { openapi: OpenApi; onSent: () => void }) => {
  const form = formOf(openapi, 'webhookTest');
  const fields = form.fields('');
  const [values, setValues] = useState<Values>({});
  const [said, say] = useState('');
  const [error, setError] = useState<ApiError>();
  const send = async (event: Event) => {
    event.preventDefault();
    setError(undefined);
    say('Sending …');
    try {
      say((await post<{ message: string }>(form.path, bodyOf(fields, values))).message);
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
      say('');
      setError(refusal);
    } finally {
      onSent();
    }
  };
  return (
    <form onSubmit={send} aria-label="Test webhook">
      <Fields
        fields={fields}
        values={values}
        first={['url', 'secret', 'event', 'data']}
        onChange={setValues}
      />
      <button type="submit" class="primary">
        Send
      </button>
      <p role="status">{said}</p>
      {error && <Problem error={error} />}
    </form>
  );
};
