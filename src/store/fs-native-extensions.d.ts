/** The part of fs-native-extensions that is used; the package has no types of its own. */
declare module 'fs-native-extensions' {
  /** Locks the open file for this descriptor; the kernel releases it when the descriptor closes or the process dies. */
  export function tryLock(fd: number): boolean;
}
