import { closeSync, openSync } from 'node:fs';
import { Script } from 'node:vm';

/** Time limit for one piece of compiler work, in seconds. A large project on a slow machine takes a few seconds. */
export const longestWork = 60;

/** Thrown when a piece of work did not finish. */
export class WorkEnded extends Error {
  override readonly name = 'WorkEnded';

  constructor(
    message: string,
    /** The time limit in seconds, if it was exceeded; undefined if the user interrupted the work. */
    readonly seconds?: number,
  ) {
    super(message);
  }
}

// Node.js can only interrupt scripts while they run: code that computes receives neither timers nor signals.
const key = Symbol.for('operator-gen.work');
const script = new Script("globalThis[Symbol.for('operator-gen.work')]()", { filename: 'operator-gen:work' });
const holder = globalThis as { [key]?: () => unknown };

/** The number of files that Node.js opens to watch a script, with a reserve: without them it aborts the process. */
const filesOfWatch = 8;

/**
 * Requires that enough files can be opened.
 * @throws Error of the system (EMFILE) when the process cannot open that many files
 */
function requireFiles(): void {
  const opened: number[] = [];
  try {
    while (opened.length < filesOfWatch) opened.push(openSync(new URL(import.meta.url), 'r'));
  } finally {
    for (const each of opened) closeSync(each);
  }
}

/**
 * Runs compiler work with a time limit, because evaluating a few lines of types can take forever. Ctrl-C also ends it,
 * and is then passed on to the process's listeners.
 * @param seconds the time limit
 * @throws WorkEnded when the time limit is exceeded, or the user interrupts the work
 */
export function bounded<T>(work: () => T, seconds = longestWork): T {
  // Nested work has the limit of the outer work.
  if (holder[key] !== undefined) return work();
  requireFiles();
  holder[key] = work;
  try {
    return script.runInThisContext({ timeout: seconds * 1000, breakOnSigint: true }) as T;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
      throw new WorkEnded(`it did not finish within ${seconds} s`, seconds);
    }
    if (code !== 'ERR_SCRIPT_EXECUTION_INTERRUPTED') throw error;
    // Only the script has received the signal.
    if (!process.emit('SIGINT', 'SIGINT')) process.kill(process.pid, 'SIGINT');
    throw new WorkEnded('it was interrupted');
  } finally {
    delete holder[key];
  }
}
