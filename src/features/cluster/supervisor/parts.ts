import { spawn, type ChildProcess } from 'node:child_process';
import { quietly } from '../../../base/io/quietly.js';
import { filesOf } from '../files.js';
import { lastWords } from '../reports.js';

/** The programs of a cluster, which run until the first one ends. */
export class Parts {
  /** Is rejected when the first one ends, with an error that says how. */
  readonly ended: Promise<never>;
  /** Is called with the process ID of each. */
  onStart: (pid: number) => void = () => {};
  readonly #running = new Map<ChildProcess, Promise<void>>();
  readonly #fail: (error: Error) => void;
  #isOver = false;

  constructor() {
    const { promise, reject } = withReject();
    this.ended = promise;
    this.#fail = reject;
    promise.catch(() => {});
  }

  /** Starts a program in the folder of a cluster, whose log gets its output. */
  start(name: string, program: string, args: readonly string[], folder: string): void {
    // It was told to end while the program before started.
    if (this.#isOver) return;
    // In the process group of this process, which the guard ends.
    const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 2, 2], windowsHide: true });
    if (child.pid !== undefined) this.onStart(child.pid);
    const ended = new Promise<void>((resolve) => {
      child.once('error', (error) => {
        this.#fail(new Error(`${name}: ${error.message}`));
        resolve();
      });
      child.once('exit', (code, signal) => {
        const how = signal === null ? endOf(code, lastWords(filesOf(folder))) : `it was ended by ${signal}`;
        this.#fail(new Error(`${name}: ${how}`));
        resolve();
      });
    });
    this.#running.set(child, ended);
  }

  /** Ends all of them at once, as if they were killed: they have to start from what is left then in any case. */
  async kill(): Promise<void> {
    this.#isOver = true;
    for (const child of this.#running.keys()) child.kill('SIGKILL');
    await Promise.all(this.#running.values());
  }
}

/** Returns how a program has ended: kube-apiserver says so itself, `E1130 run.go:72] "command failed" err="..."`. */
function endOf(code: number | null, words: string): string {
  const [, text] = /"command failed" err=("(?:[^"\\]|\\.)*")/.exec(words) ?? [];
  if (text === undefined) return `it ended with the exit code ${code}${words}`;
  return quietly(() => JSON.parse(text) as string) ?? text;
}

function withReject(): { readonly promise: Promise<never>; readonly reject: (error: Error) => void } {
  let reject: (error: Error) => void;
  const promise = new Promise<never>((_, refuse) => {
    reject = refuse;
  });
  return { promise, reject: reject! };
}
