import type { Context } from './context.js';
import type { OutputStream } from './output-stream.js';
import type { Settings } from './settings.js';

/** Milliseconds between two frames. */
const interval = 100;

const frames = ['-', '\\', '|', '/'];

/** Reports whether this is a CI run. */
export function isCi(env: Context['env']): boolean {
  const ci = env['CI'] ?? '';
  return ci !== '' && ci !== 'false' && ci !== '0';
}

/** Reports whether a user can see the narration: it is text on a terminal that can erase a line. */
export function isWatched({ stderr, env }: Pick<Context, 'stderr' | 'env'>, { output, quiet }: Settings): boolean {
  return stderr.isTTY === true && output === 'text' && !quiet && !isCi(env) && env['TERM'] !== 'dumb';
}

/** Returns a function that shows the stages of a command; undefined if no user can see them. */
export function stages(
  context: Pick<Context, 'stderr' | 'env'>,
  settings: Settings,
): ((what: string) => void) | undefined {
  return isWatched(context, settings) ? (what) => context.stderr.transient?.(`${what} ...`) : undefined;
}

/** The progress display of a running program. */
export interface Spinner extends OutputStream {
  /** Erases the display, and on request prints all lines of the program. */
  stop(showLines: boolean): void;
}

/**
 * Shows how long a program has been running, and its last line of output. The spinner of clack is not used, because it
 * reads keys, and exits with 0 on Ctrl-C.
 */
export function startSpinner(
  { stderr, interrupt }: Pick<Context, 'stderr' | 'interrupt'>,
  title: string,
  now: () => number = () => performance.now(),
): Spinner {
  const start = now();
  const lines: string[] = [];
  const draw = (): void => {
    const elapsed = now() - start;
    const frame = frames[Math.floor(elapsed / interval) % frames.length];
    stderr.transient?.(`${frame} ${title} (${Math.floor(elapsed / 1000)} s) ${lines.at(-1)?.trim() ?? ''}`);
  };
  const timer = setInterval(draw, interval);
  const end = (): void => {
    clearInterval(timer);
    stderr.transient?.('');
  };
  interrupt.addEventListener('abort', end, { once: true });
  draw();
  return {
    write: (text) => {
      lines.push(text);
      if (!interrupt.aborted) draw();
    },
    stop: (showLines) => {
      interrupt.removeEventListener('abort', end);
      end();
      if (showLines) for (const line of lines) stderr.write(line);
    },
  };
}
