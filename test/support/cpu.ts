/** Milliseconds of the processor that this thread has had: on a busy machine, those of the clock are others' as well. */
export const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
