export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** What an address names as user and password; undefined where it names none. */
export const credentialsOf = ({ username, password }: URL): Credentials | undefined =>
  username === '' && password === '' ? undefined : { username: decode(username), password: decode(password) };

/** `p%40ss` → `p@ss`; what is not an escape stays as it is. */
const decode = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString(),
  );

/** As the value of a header (RFC 7617). */
export const basic = ({ username, password }: Credentials): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
