/** A host as it stands in a URL (`example.com`, `[2001:db8::1]`) and a port. */
export interface Target {
  readonly host: string;
  readonly port: number;
}

/** `[2001:db8::1]` → `2001:db8::1`, as everybody but URLs has it. */
export const bareHost = (host: string): string => host.replace(/^\[|\]$/g, '');

/** What a plain request to a proxy names. */
export interface PlainTarget extends Target {
  /** As sent: browsers differ from the standard in what they escape. */
  readonly path: string;
}

/** `http://example.com:81/a?b` → host, port and path. Undefined for anything else, other schemes included. */
export const readTarget = (text = ''): PlainTarget | undefined => {
  const path = /^http:\/\/[^/?#]+(\/[^#]*)$/i.exec(text)?.[1];
  const url = URL.parse(text);
  if (path === undefined || url === null || url.username !== '' || url.password !== '') return undefined;
  return { host: url.hostname, port: url.port === '' ? 80 : Number(url.port), path };
};

/** `example.com:443` → host and port. Undefined when either is missing. */
export const readAuthority = (text = ''): Target | undefined => {
  const [, authority, port] = /^(\[[^\][]+\]|[^\s:/?#@\\]+):(\d{1,5})$/.exec(text) ?? [];
  const host = authority === undefined ? undefined : URL.parse(`http://${authority}/`)?.hostname;
  return host === undefined ? undefined : { host, port: Number(port) };
};
