/** Why connections fail. */

/**
 * Why a connection failed, and how the metrics count that. For the log and the engine: callers are told a reason only about a
 * proxy of their own.
 */
const outcomes = {
  refused_host: 'refused',
  refused_port: 'refused',
  refused_address: 'refused',
  /** The page has asked for more requests, hosts or bytes than it may. */
  refused_budget: 'refused',
  dns: 'failed',
  unreachable: 'failed',
  timed_out: 'failed',
  /** The other side speaks no TLS, or hung up before it was agreed on. */
  no_tls: 'failed',
  /** The certificate has expired, is for another host, or nobody vouches for it. */
  invalid_certificate: 'failed',
  /** The other side hung up before an answer, or the answer is not HTTP. */
  bad_response: 'failed',
  /** The guard refuses the address of an upstream proxy. */
  proxy_refused_address: 'refused',
  /** An upstream proxy itself does not answer. */
  proxy_unreachable: 'failed',
  /** An upstream proxy does not accept the credentials. */
  proxy_denied: 'failed',
  /** An upstream proxy has too much to do. */
  proxy_busy: 'failed',
  /** An upstream proxy could not, or would not, reach the host. */
  proxy_failed: 'failed',
} as const satisfies Record<string, 'refused' | 'failed'>;

export type Reason = keyof typeof outcomes;

/** A connection that was refused or failed: which of the two, and why, is not told to callers. */
export class ConnectError extends Error {
  override readonly name = 'ConnectError';
  readonly reason: Reason;

  constructor(reason: Reason, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }

  get outcome(): 'refused' | 'failed' {
    return outcomes[this.reason];
  }
}
