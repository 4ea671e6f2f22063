import { useState } from 'preact/hooks';
import type { KeyRecord } from '../../../src/contract/api-keys.ts';
import { ApiError, get, post, request } from '../api.ts';
import { Fields } from '../form.tsx';
import { bodyOf, formOf, loadOpenApi, type OpenApi, type Values } from '../openapi.ts';
import { useResource } from '../resource.ts';
import { Badge, Confirm, Copy, Empty, Loaded, Problem, Time, Wide } from '../ui.tsx';

/** API keys: made here, shown once, ended here. */

const loadKeys = (signal: AbortSignal) => get<{ keys: KeyRecord[] }>('/v1/keys?limit=1000', signal);

export const Keys = () => {
  const list = useResource(loadKeys);
  const document = useResource(loadOpenApi);
  const [error, setError] = useState<ApiError>();
  const revoke = async (id: string) => {
    setError(undefined);
    try {
      await request('DELETE', `/v1/keys/${id}`);
      list.reload();
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
      setError(refusal);
    }
  };
  return (
    <>
      <div class="head">
        <h1>Keys</h1>
      </div>
      {error && <Problem error={error} />}
      <Loaded from={list}>
        {({ keys }) => (
          <>
            <details class="card">
              <summary>Make a key</summary>
              <Loaded from={document}>
                {(openapi) => <Create openapi={openapi} onCreated={list.reload} />}
              </Loaded>
            </details>
            {keys.length === 0 ? <Empty title="No keys" /> : <KeyTable keys={keys} onRevoke={revoke} />}
          </>
        )}
      </Loaded>
    </>
  );
};

const KeyTable = ({ keys, onRevoke }: { keys: readonly KeyRecord[]; onRevoke: (id: string) => void }) => (
  <Wide label="List of keys" card>
    <table>
      <thead>
        <tr>
          <th>Owner</th>
          <th>Name</th>
          <th>Scopes</th>
          <th>Tier</th>
          <th>State</th>
          <th>Last used</th>
          <th>Created</th>
          <th>End</th>
        </tr>
      </thead>
      <tbody>
        {keys.map((record) => (
          <tr key={record.id}>
            <th scope="row">{record.owner}</th>
            <td>{record.name ?? <span class="quiet">–</span>}</td>
            <td>
              {record.scopes.map((scope) => (
                <code key={scope} class="scope">
                  {scope}
                </code>
              ))}
            </td>
            <td>{record.tier}</td>
            <td>
              <State of={record} />
            </td>
            <td>
              <Time of={record.last_used_at} />
            </td>
            <td>
              <Time of={record.created_at} />
            </td>
            <td>
              {record.revoked_at === null && <Confirm label="Revoke" onConfirm={() => onRevoke(record.id)} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Wide>
);

const State = ({ of: { revoked_at, expires_at } }: { of: KeyRecord }) => {
  if (revoked_at !== null) return <Badge of="revoked" />;
  if (expires_at === null) return <Badge of="active" />;
  const isOver = Date.parse(expires_at) < Date.now();
  return (
    <>
      <Badge of={isOver ? 'ended' : 'active'} />{' '}
      <span class="hint">
        {isOver ? 'ended' : 'ends'} <Time of={expires_at} />
      </span>
    </>
  );
};

const Create = ({ openapi, onCreated }: { openapi: OpenApi; onCreated: () => void }) => {
  const form = formOf(openapi, 'keyCreate');
  const fields = form.fields('');
  const [values, setValues] = useState<Values>({});
  const [made, setMade] = useState<KeyRecord & { readonly key: string }>();
  const [error, setError] = useState<ApiError>();
  const create = async (event: Event) => {
    event.preventDefault();
    setError(undefined);
    try {
      setMade(await post(form.path, bodyOf(fields, values)));
      onCreated();
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
      setError(refusal);
    }
  };
  return (
    <form onSubmit={create} aria-label="New key">
      <Fields
        fields={fields}
        values={values}
        first={['owner', 'name', 'scopes', 'tier', 'expires_at']}
        onChange={setValues}
      />
      <button type="submit" class="primary">
        Make key
      </button>
      {error && <Problem error={error} />}
      {made && (
        <div class="made" role="status">
          <strong>Keep it now: it is not shown again.</strong>
          <p>
            <code>{made.key}</code> <Copy text={made.key} label="Copy key" />
          </p>
          <button type="button" class="small" onClick={() => setMade(undefined)}>
            I have it
          </button>
        </div>
      )}
    </form>
  );
};
