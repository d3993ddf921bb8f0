import { spawn, type ChildProcess } from 'node:child_process';

/** Grace period of a program between the first signal and its kill. */
const graceMs = 5000;

/** A program that failed, did not start, exceeded its time limit or was interrupted. */
export class RunError extends Error {
  constructor(
    message: string,
    /** The exit code of this process. */
    readonly exitCode: number,
    readonly stderr = '',
    /** Whether the program was stopped here, and may have left its work incomplete. */
    readonly ended = false,
  ) {
    super(message);
  }
}

/** Options of a program. */
export interface RunOptions {
  /** The time limit in milliseconds; one minute by default. */
  readonly timeoutMs?: number;
  /** The standard input of the program. */
  readonly input?: string;
  /** Shows the output of the program instead of returning it. */
  readonly show?: boolean;
  /** Runs the program even after an interruption. */
  readonly cleanUp?: boolean;
  /** Variables in addition to those of this process. */
  readonly env?: NodeJS.ProcessEnv;
}

const isWindows = process.platform === 'win32';
const running = new Set<(signal: NodeJS.Signals) => void>();
let interruption: NodeJS.Signals | undefined;

function interrupt(signal: NodeJS.Signals): void {
  interruption = signal;
  for (const end of running) end(signal);
}

/** Programs run in separate process groups, which a terminal's Ctrl-C does not reach. */
function forwardSignals(): void {
  if (process.listeners('SIGINT').includes(interrupt)) return;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
}

/**
 * Runs a program, and returns what it writes to standard output. At the time limit, all processes that it started are
 * ended as well, unlike with the time limits of `node:child_process` and execa.
 *
 * @throws {RunError} if the program fails
 */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { timeoutMs = 60_000, input, show = false, cleanUp = false, env = {} } = options;
  const name = [command, ...args].join(' ');
  if (interruption !== undefined && !cleanUp) return Promise.reject(interrupted(name, interruption));
  forwardSignals();
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      // A separate process group, so that one signal reaches everything that the program starts.
      detached: !isWindows,
      stdio: ['pipe', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    let reason: RunError | undefined;
    let killer: NodeJS.Timeout | undefined;
    const kill = (): void => sendSignal(child, 'SIGKILL');
    const settle = (answer: () => void): void => {
      clearTimeout(timer);
      clearTimeout(killer);
      running.delete(onSignal);
      process.off('exit', kill);
      answer();
    };
    /** Stops the program. Processes that keep its output open do not delay the result. */
    const end = (signal: NodeJS.Signals, error: RunError): void => {
      reason ??= error;
      sendSignal(child, signal);
      killer ??= setTimeout(() => {
        kill();
        child.stdout?.destroy();
        child.stderr?.destroy();
        settle(() => reject(error));
      }, graceMs);
    };
    const onSignal = (signal: NodeJS.Signals): void => end(signal, interrupted(name, signal));
    const timer = setTimeout(() => {
      end('SIGTERM', new RunError(`${name}: ended at its time limit of ${timeoutMs / 1000} s`, 124, '', true));
    }, timeoutMs);
    running.add(onSignal);
    process.on('exit', kill);

    child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    // A program that exits without reading its input has reported the reason.
    child.stdin?.on('error', () => undefined).end(input);
    child.on('error', (error) => {
      const why = 'code' in error && error.code === 'ENOENT' ? 'install it, or add its folder to PATH' : error.message;
      settle(() => reject(new RunError(`${command} cannot be run: ${why}`, 127)));
    });
    child.on('close', (code) => {
      // Processes that ignored the first signal and closed their output are killed too.
      if (reason !== undefined) kill();
      const failure =
        reason ?? (code === 0 ? undefined : new RunError(`${name}: exit code ${code}`, code ?? 1, stderr));
      settle(() => (failure === undefined ? resolve(stdout) : reject(failure)));
    });
  });
}

/** Sends a signal to a process and all that it has started. */
function sendSignal(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (isWindows || child.pid === undefined) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The process group no longer exists.
  }
}

function interrupted(name: string, signal: NodeJS.Signals): RunError {
  return new RunError(`${name}: interrupted by ${signal}`, signal === 'SIGINT' ? 130 : 143, '', true);
}
