import { closeSync, openSync } from 'node:fs';
import { Script } from 'node:vm';

/** Seconds after which a piece of the compiler's work is ended. A large project on a slow machine takes a few. */
export const longestWork = 60;

/** Thrown where a piece of work has not come to its end. */
export class WorkEnded extends Error {
  override readonly name = 'WorkEnded';
}

// A script is the one thing that Node.js ends while it runs: neither a timer nor a signal is heard by code that computes.
const key = Symbol.for('operator-gen.work');
const script = new Script("globalThis[Symbol.for('operator-gen.work')]()", { filename: 'operator-gen:work' });
const holder = globalThis as { [key]?: () => unknown };

/** How many files Node.js opens to watch over a script, and a few more: without them it aborts the process. */
const filesOfWatch = 8;

/** @throws Error of the system (EMFILE) where the process may not open as many files */
function requireFiles(): void {
  const opened: number[] = [];
  try {
    while (opened.length < filesOfWatch) opened.push(openSync(new URL(import.meta.url), 'r'));
  } finally {
    for (const each of opened) closeSync(each);
  }
}

/**
 * Runs work of the compiler, for which a few lines of types can be a task without end. Ctrl-C ends it as well, and is then
 * told to those who listen for it.
 * @param seconds how long it may take
 * @throws WorkEnded when the time is over, or the user has interrupted
 */
export function bounded<T>(work: () => T, seconds = longestWork): T {
  // Work inside of work has the bounds of the outer one.
  if (holder[key] !== undefined) return work();
  requireFiles();
  holder[key] = work;
  try {
    return script.runInThisContext({ timeout: seconds * 1000, breakOnSigint: true }) as T;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new WorkEnded(`it has not come to its end within ${seconds} s`);
    if (code !== 'ERR_SCRIPT_EXECUTION_INTERRUPTED') throw error;
    // The signal went to the script alone.
    if (!process.emit('SIGINT', 'SIGINT')) process.kill(process.pid, 'SIGINT');
    throw new WorkEnded('it was interrupted');
  } finally {
    delete holder[key];
  }
}
