import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ApiError, enterKey, keepKey, key, wasRefused } from './api.ts';
import { route } from './route.ts';
import { Problem } from './ui.tsx';
import { Crawl } from './views/crawl.tsx';
import { Crawls } from './views/crawls.tsx';
import { Keys } from './views/keys.tsx';
import { Playground } from './views/playground.tsx';
import { System } from './views/system.tsx';
import { Usage } from './views/usage.tsx';
import { Webhooks } from './views/webhooks.tsx';

/** The frame around all views: who looks, where to go, what is there. */

const views: Readonly<
  Record<string, { readonly title: string; readonly show: (id: string) => ComponentChildren }>
> = {
  playground: { title: 'Playground', show: (id) => <Playground operation={id || 'scrape'} /> },
  crawls: { title: 'Crawls', show: (id) => (id === '' ? <Crawls /> : <Crawl key={id} id={id} />) },
  webhooks: { title: 'Webhooks', show: () => <Webhooks /> },
  keys: { title: 'Keys', show: () => <Keys /> },
  usage: { title: 'Usage', show: () => <Usage /> },
  system: { title: 'System', show: () => <System /> },
};

export const App = () => {
  const { view, id } = route.value;
  const name = Object.hasOwn(views, view) ? view : 'playground';
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const title = views[name]?.title ?? '';
  useEffect(() => {
    document.title = `${title} · gannet`;
    if (!isFirst.current) main.current?.focus();
    isFirst.current = false;
  }, [title, id]);
  return (
    <>
      <header class="side">
        <button type="button" class="skip" onClick={() => main.current?.focus()}>
          Skip to content
        </button>
        <a class="brand" href="#/playground">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="7" />
            <path d="M6 8c7 0 10 3 12 8l8 8-11-4C9 18 7 13 6 8z" />
          </svg>
          gannet
        </a>
        <nav aria-label="Views">
          {Object.entries(views).map(([path, { title: label }]) => (
            <a key={path} href={`#/${path}`} aria-current={path === name ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
        {key.value !== '' && (
          <button type="button" class="small leave" onClick={() => keepKey('')}>
            Forget key
          </button>
        )}
      </header>
      <main ref={main} id="main" tabIndex={-1}>
        {key.value === '' ? <Enter /> : views[name]?.show(id)}
      </main>
    </>
  );
};

/** Asks for the key, and whether it is good. */
const Enter = () => {
  const given = useSignal('');
  const error = useSignal<ApiError | undefined>(undefined);
  const busy = useSignal(false);
  const enter = async (event: Event) => {
    event.preventDefault();
    busy.value = true;
    error.value = undefined;
    try {
      await enterKey(given.value.trim());
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
      error.value = refusal;
    } finally {
      busy.value = false;
    }
  };
  return (
    <form class="enter card" onSubmit={enter}>
      <h1>Whose dashboard is it?</h1>
      <p>
        Enter an API key. It is kept for this tab alone, until the tab is closed, and sent to this service
        only.
      </p>
      <div class="field">
        <label for="key">API key</label>
        <input
          id="key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          required
          pattern="\s*svc_live_[0-9a-f]{64}\s*"
          title="svc_live_ and 64 hexadecimal digits"
          placeholder="svc_live_…"
          value={given.value}
          onInput={({ currentTarget }) => {
            given.value = currentTarget.value;
          }}
        />
      </div>
      {wasRefused.value && error.value === undefined && (
        <p class="hint bad" role="alert">
          The key is not good any more: it was revoked, or has ended.
        </p>
      )}
      {error.value && <Problem error={error.value} />}
      <button type="submit" class="primary" disabled={busy.value}>
        Open
      </button>
      <p class="hint">
        Without one: <code>npm run gannet -- keys create --scopes admin,scrape:read</code>. The scope{' '}
        <code>admin</code> opens keys, payments and the state of the system.
      </p>
    </form>
  );
};
