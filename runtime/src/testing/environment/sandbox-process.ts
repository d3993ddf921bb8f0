import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, closeSync, openSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { basename } from 'node:path';

const tailLines = 20;

export interface ProcessSpec {
  readonly command: string;
  readonly args: readonly string[];
  /** Environment variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** File to which stdout and stderr are appended. */
  readonly logPath: string;
  /** Whether the output is also written to the standard error of this process. */
  readonly attachOutput?: boolean;
}

/** Child process whose output goes to a file. It does not keep this process alive. */
export class SandboxProcess {
  readonly name: string;
  readonly pid: number | undefined;
  /** Settles when the process has ended. */
  readonly whenEnded: Promise<void>;
  readonly #logPath: string;
  readonly #child: ChildProcess;
  #end: string | undefined;

  constructor({ command, args, env, logPath, attachOutput = false }: ProcessSpec) {
    this.name = basename(command, '.exe');
    this.#logPath = logPath;
    const log = openSync(logPath, 'a');
    this.#child = spawn(command, args, {
      stdio: attachOutput ? ['ignore', 'pipe', 'pipe'] : ['ignore', log, log],
      env: { ...process.env, ...env },
      // Ctrl-C in the terminal reaches only the test runner, which then stops everything in order.
      detached: true,
      windowsHide: true,
    });
    closeSync(log);
    this.#child.unref();
    for (const output of [this.#child.stdout, this.#child.stderr]) {
      output?.on('data', (chunk: Buffer) => {
        appendFileSync(logPath, chunk);
        process.stderr.write(chunk);
      });
      // The pipes must not keep this process alive either.
      (output as Socket | null)?.unref();
    }
    this.pid = this.#child.pid;
    this.whenEnded = new Promise((resolve) => {
      const ended = (how: string) => {
        this.#end = how;
        resolve();
      };
      this.#child.once('error', (error) => ended(`did not start: ${error.message}`));
      this.#child.once('exit', (code, signal) => ended(signal ? `was ended by ${signal}` : `exited with code ${code}`));
    });
  }

  get ended(): boolean {
    return this.#end !== undefined;
  }

  /** Description of the end of the process; undefined while it runs. */
  get end(): string | undefined {
    return this.#end;
  }

  /** @throws Error with the last lines of its output if the process has ended */
  assertRunning(): void {
    if (this.#end !== undefined) throw new Error(this.describe(this.#end));
  }

  /** Returns a `message` about this process, with the last lines of its output. */
  describe(message: string): string {
    return `${this.name} ${message}; the end of its output:\n${this.#lastLines()}`;
  }

  /** Kills the process with SIGKILL, without any cleanup. Resolves when it has ended, at once if it already has. */
  async kill(): Promise<void> {
    if (this.ended) return;
    // Waiting for it must keep this process alive, although the child itself does not.
    this.#child.ref();
    this.#child.kill('SIGKILL');
    await this.whenEnded;
  }

  #lastLines(): string {
    return readFileSync(this.#logPath, 'utf8').trimEnd().split('\n').slice(-tailLines).join('\n');
  }
}
