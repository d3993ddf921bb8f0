import type { Clock } from '../timing/clock.js';
import { pause } from '../timing/wait.js';

/** Wait that can be interrupted, even before it starts: an alarm during other work is not lost. */
export class Alarm {
  #hasRung = false;
  #end: (() => void) | undefined;

  ring(): void {
    this.#hasRung = true;
    this.#end?.();
  }

  /** Resolves when the alarm rings or has rung, after the time, or when `signal` is aborted. */
  async wait(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
    if (!this.#hasRung && !signal.aborted) {
      const end = new AbortController();
      this.#end = () => end.abort();
      signal.addEventListener('abort', this.#end, { once: true });
      await pause(clock, milliseconds, end.signal);
      signal.removeEventListener('abort', this.#end);
      this.#end = undefined;
    }
    this.#hasRung = false;
  }
}
