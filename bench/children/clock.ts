/**
 * Loaded before the service (`--import`) by the soak alone: SIGUSR2 moves this process's wall clock two hours ahead, the
 * next one moves it back. The monotonic clock goes on as it is, as it does when somebody sets the clock of a machine.
 */
const jumpMs = 2 * 3600_000;
const RealDate = Date;
let offset = 0;

class MovedDate extends RealDate {
  constructor(...given: ConstructorParameters<typeof Date> | []) {
    if (given.length === 0) super(RealDate.now() + offset);
    else super(...given);
  }
  static override now(): number {
    return RealDate.now() + offset;
  }
}

Object.defineProperty(globalThis, 'Date', { value: MovedDate, writable: true, configurable: true });
process.on('SIGUSR2', () => {
  offset = offset === 0 ? jumpMs : 0;
});
