// Runs programs with a time limit, which also stops all their child processes.
import { spawn } from 'node:child_process';

/** Grace period of a program between the first signal and its kill. */
const graceMs = 5000;

/** A program that failed, did not start, exceeded its time limit or was interrupted. */
export class RunError extends Error {
  /**
   * @param {string} message
   * @param {number} exitCode what this process exits with
   * @param {string} [stderr]
   * @param {boolean} [ended] whether it was stopped here, and may have left its work incomplete
   */
  constructor(message, exitCode, stderr = '', ended = false) {
    super(message);
    this.exitCode = exitCode;
    this.stderr = stderr;
    this.ended = ended;
  }
}

/** @type {Set<(signal: NodeJS.Signals) => void>} */
const running = new Set();

/** @type {NodeJS.Signals | undefined} */
let interruption;

function interrupt(/** @type {NodeJS.Signals} */ signal) {
  interruption = signal;
  for (const end of running) end(signal);
}

/** Programs run in process groups of their own, which a terminal's Ctrl-C does not reach. */
function forwardSignals() {
  if (process.listeners('SIGINT').includes(interrupt)) return;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, interrupt);
}

/**
 * Runs a program and returns what it writes to standard output.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {object} [options]
 * @param {number} [options.timeoutMs] one minute without it
 * @param {string} [options.input] what the program reads from standard input
 * @param {boolean} [options.show] shows its output instead of returning it
 * @param {boolean} [options.cleanUp] runs the program even after an interruption
 * @param {NodeJS.ProcessEnv} [options.env] variables beside those of this process
 * @returns {Promise<string>}
 * @throws {RunError}
 */
export function run(command, args, { timeoutMs = 60_000, input, show = false, cleanUp = false, env = {} } = {}) {
  const name = [command, ...args].join(' ');
  if (interruption !== undefined && !cleanUp) return Promise.reject(interrupted(name, interruption));
  forwardSignals();
  return new Promise((resolve, reject) => {
    const windows = process.platform === 'win32';
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      // A process group of its own, so that one signal reaches everything that the program starts.
      detached: !windows,
      stdio: ['pipe', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    /** @type {RunError | undefined} */
    let reason;
    /** @type {NodeJS.Timeout | undefined} */
    let killer;
    const send = (/** @type {NodeJS.Signals} */ signal) => {
      try {
        if (windows || child.pid === undefined) child.kill(signal);
        else process.kill(-child.pid, signal);
      } catch {
        // The process group no longer exists.
      }
    };
    const kill = () => send('SIGKILL');
    const settle = (/** @type {() => void} */ answer) => {
      clearTimeout(timer);
      clearTimeout(killer);
      running.delete(onSignal);
      process.off('exit', kill);
      answer();
    };
    /** Stops the program. Processes that keep its output open do not delay the result. */
    const end = (/** @type {NodeJS.Signals} */ signal, /** @type {RunError} */ error) => {
      reason ??= error;
      send(signal);
      killer ??= setTimeout(() => {
        kill();
        child.stdout?.destroy();
        child.stderr?.destroy();
        settle(() => reject(reason));
      }, graceMs);
    };
    const onSignal = (/** @type {NodeJS.Signals} */ signal) => end(signal, interrupted(name, signal));
    const timer = setTimeout(() => {
      end('SIGTERM', new RunError(`${name}: ended at its time limit of ${timeoutMs / 1000} s`, 124, '', true));
    }, timeoutMs);
    running.add(onSignal);
    process.on('exit', kill);

    child.stdout?.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text) => (stderr += text));
    // A program that exits without reading its input has reported why.
    child.stdin?.on('error', () => undefined).end(input);
    child.on('error', (error) => {
      const reason =
        'code' in error && error.code === 'ENOENT' ? 'install it, or add its folder to PATH' : error.message;
      settle(() => reject(new RunError(`${command} cannot be run: ${reason}`, 127)));
    });
    child.on('close', (code) => {
      // Processes that ignored the first signal and closed their output are killed too.
      if (reason !== undefined) kill();
      settle(() => {
        if (reason !== undefined) reject(reason);
        else if (code === 0) resolve(stdout);
        else reject(new RunError(`${name}: exit code ${code}`, code ?? 1, stderr));
      });
    });
  });
}

function interrupted(/** @type {string} */ name, /** @type {NodeJS.Signals} */ signal) {
  return new RunError(`${name}: interrupted by ${signal}`, signal === 'SIGINT' ? 130 : 143, '', true);
}

/**
 * Runs the main function of a program: a failure is one message and an exit code.
 *
 * @param {() => Promise<void>} program
 */
export async function main(program) {
  try {
    await program();
  } catch (error) {
    if (error instanceof RunError) {
      process.stderr.write(error.stderr === '' ? `${error.message}\n` : error.stderr);
      process.exitCode = error.exitCode;
    } else {
      console.error(error);
      process.exitCode = 1;
    }
  }
}
