import { request } from './api.ts';

/** Hands something to the browser to keep. */
export const saveBlob = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};

export const saveText = (text: string, type: string, name: string): void =>
  saveBlob(new Blob([text], { type }), name);

/** What the API answers, as a file. @throws ApiError */
export const saveAnswer = async (path: string, name: string): Promise<void> =>
  saveBlob(await (await request('GET', path)).blob(), name);

export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
