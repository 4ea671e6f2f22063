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

/** An address of the same origin, with the user and password of another; its own, and other origins, stay as they are. */
export const withCredentialsOf = (from: string, address: string): string => {
  const url = new URL(address);
  const { origin, username, password } = new URL(from);
  if (url.origin !== origin || url.username !== '' || url.password !== '') return address;
  return Object.assign(url, { username, password }).href;
};

export const withoutCredentials = (address: string): string => {
  const url = new URL(address);
  return credentialsOf(url) ? Object.assign(url, { username: '', password: '' }).href : address;
};
