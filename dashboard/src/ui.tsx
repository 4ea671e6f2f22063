import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { adviceFor } from './advice.ts';
import type { ApiError } from './api.ts';
import { moment } from './format.ts';
import type { Resource } from './resource.ts';

/** Small parts that the views have in common. */

type Tone = 'good' | 'bad' | 'busy' | 'quiet';

const tones: Readonly<Record<string, Tone>> = {
  completed: 'good',
  delivered: 'good',
  settled: 'good',
  ok: 'good',
  healthy: 'good',
  active: 'good',
  failed: 'bad',
  degraded: 'bad',
  uncertain: 'bad',
  dead: 'bad',
  running: 'busy',
  pending: 'busy',
  draining: 'busy',
  claimed: 'busy',
  settling: 'busy',
  cooling: 'busy',
};

export const Badge = ({ of }: { of: string }) => <span class={`badge ${tones[of] ?? 'quiet'}`}>{of}</span>;

export const Time = ({ of }: { of: string | null }) =>
  of === null ? <span class="quiet">–</span> : <time dateTime={of}>{moment(of)}</time>;

export const Copy = ({ text, label = 'Copy' }: { text: string; label?: string }) => {
  const [said, say] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => say('Copied'),
      () => say('Not permitted'),
    );
  useEffect(() => {
    const timer = setTimeout(() => say(''), 2000);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <button type="button" class="small" onClick={copy} aria-live="polite">
      {said || label}
    </button>
  );
};

export const Code = ({ text, label }: { text: string; label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
  <section class="code" tabIndex={0} aria-label={label}>
    <pre>{text}</pre>
  </section>
);

/** What may be wider than its place: it scrolls by itself, by keyboard, too. */
export const Wide = ({
  label,
  card = false,
  children,
}: {
  label: string;
  card?: boolean;
  children: ComponentChildren;
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
  <section class={card ? 'card scroll' : 'scroll'} tabIndex={0} aria-label={label}>
    {children}
  </section>
);

export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <strong>{title}</strong>
    <p>{children}</p>
  </div>
);

/** An error, its cause and what to do about it. */
export const Problem = ({ error }: { error: ApiError }) => {
  const { detail, status, requestId } = error;
  return (
    <div class="problem" role="alert">
      <strong>
        {status > 0 && `${status} `}
        {detail.error}
        {detail.reason !== undefined && <span class="quiet"> · {detail.reason}</span>}
      </strong>
      <p>{detail.message}</p>
      {detail.blocked_by !== undefined && <p>The wall is one of {detail.blocked_by}.</p>}
      {detail.issues !== undefined && (
        <ul>
          {detail.issues.map(({ path, message }) => (
            <li key={path}>
              <code>{path || 'body'}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {detail.attempts !== undefined && (
        <ol>
          {detail.attempts.map(({ outcome, reason, proxy, after_ms }) => (
            <li key={after_ms}>
              {outcome}
              {reason !== undefined && ` (${reason})`}
              {proxy !== undefined && ` by ${proxy}`}, after {after_ms} ms
            </li>
          ))}
        </ol>
      )}
      <p class="advice">{adviceFor(detail)}</p>
      <p class="quiet">
        {detail.retry_after !== undefined && `Again in ${detail.retry_after} s. `}
        {requestId !== null && `Request ${requestId}`}
      </p>
    </div>
  );
};

/** What came, why nothing came, or that it is on its way. */
export const Loaded = <T,>({
  from,
  children,
}: {
  from: Resource<T>;
  children: (data: T) => ComponentChildren;
}) => (
  <>
    {from.error && <Problem error={from.error} />}
    {from.data === undefined
      ? !from.error && (
          <p class="quiet" role="status">
            Loading …
          </p>
        )
      : children(from.data)}
  </>
);

export interface Tab {
  readonly name: string;
  readonly view: () => ComponentChildren;
}

/** Tabs as ARIA has them: arrow keys go from one to the next. */
export const Tabs = ({ label, tabs, first = 0 }: { label: string; tabs: readonly Tab[]; first?: number }) => {
  const [chosen, choose] = useState(first);
  const list = useRef<HTMLDivElement>(null);
  const at = chosen < tabs.length ? chosen : 0;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = (at + step + tabs.length) % tabs.length;
    choose(next);
    const button = list.current?.children[next];
    if (button instanceof HTMLElement) button.focus();
    event.preventDefault();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} ref={list}>
        {tabs.map(({ name }, index) => (
          <button
            type="button"
            role="tab"
            key={name}
            aria-selected={index === at}
            tabIndex={index === at ? 0 : -1}
            onClick={() => choose(index)}
            onKeyDown={onKeyDown}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" aria-label={tabs[at]?.name ?? ''}>
        {tabs[at]?.view()}
      </div>
    </div>
  );
};

/** A button that asks once more before something is gone. */
export const Confirm = ({ label, onConfirm }: { label: string; onConfirm: () => void }) => {
  const [asked, ask] = useState(false);
  return (
    <button
      type="button"
      class={asked ? 'small danger' : 'small'}
      onBlur={() => ask(false)}
      onClick={() => {
        if (asked) onConfirm();
        ask(!asked);
      }}
    >
      {asked ? `Really ${label.toLowerCase()}?` : label}
    </button>
  );
};

interface Pages {
  readonly offset: number;
  readonly size: number;
  /** Undefined when it is not known: there is more while a page is full. */
  readonly total: number | undefined;
  readonly shown: number;
  onMove(offset: number): void;
}

export const Pager = ({ offset, size, total, shown, onMove }: Pages) => {
  const more = total === undefined ? shown === size : offset + shown < total;
  if (offset === 0 && !more) return null;
  return (
    <nav class="pager" aria-label="Pages of the list">
      <button
        type="button"
        class="small"
        disabled={offset === 0}
        onClick={() => onMove(Math.max(0, offset - size))}
      >
        Previous
      </button>
      <span>
        {offset + 1} to {offset + shown}
        {total !== undefined && ` of ${total}`}
      </span>
      <button type="button" class="small" disabled={!more} onClick={() => onMove(offset + size)}>
        Next
      </button>
    </nav>
  );
};
