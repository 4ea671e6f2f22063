/** Kills a process, or with a negative id a group of them, as far as they still run. */
export const kill = (id: number): void => {
  try {
    process.kill(id, 'SIGKILL');
  } catch (error) {
    // ESRCH: nobody is left. EPERM: on macOS, only zombies are.
    if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
};
