import { type Unzipped, unzipSync } from 'fflate';
import { broken, FileRefusal } from './read.ts';

/** In bytes: a text of this size has a hundred thousand pages. */
const maxUnpacked = 100_000_000;
const maxEntries = 10_000;

/**
 * Unpacks the entries that are wanted. What an archive says of its sizes is held to: more is not unpacked.
 * @throws FileRefusal for archives that are broken, or unpack to more than is read.
 */
export const unpack = (bytes: Uint8Array, wanted: (name: string) => boolean): Unzipped => {
  let size = 0;
  let entries = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        entries++;
        if (!wanted(name)) return false;
        size += originalSize;
        if (size > maxUnpacked || entries > maxEntries)
          throw new FileRefusal(
            'document_too_large',
            'The document unpacks to more than this service reads.',
          );
        return true;
      },
    });
  } catch (error) {
    throw error instanceof FileRefusal ? error : broken();
  }
};
