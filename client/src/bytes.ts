/** Pictures and PDFs come as base64. */

/** The bytes of `data` of a screenshot or a PDF, or of any base64. */
export const bytesOf = (data: string | { readonly data: string }): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(typeof data === 'string' ? data : data.data), (character) => character.charCodeAt(0));

export const base64Of = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
