import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Guard } from '../../runtime/src/testing/environment/sandbox-guard.js';
import { leaseLostExitCode, type OperatorMemory, type OperatorState } from './foo.js';

/** How a life of an operator ended. */
export type Ending = 'killed' | 'lease lost' | 'stopped' | 'unexpected';

const linesKept = 400;
/** Milliseconds from the end of a life to the next, as a cluster's restart of a container. */
const restartAfter = 300;
/** Milliseconds after which a life's memory is taken as where it was. */
const settledAfter = 3000;

/** One life of an operator process. */
interface Life {
  readonly child: ChildProcess;
  /** As whom it writes. */
  readonly user: string;
  readonly lines: string[];
  identity: string | undefined;
  port: number | undefined;
  settled: OperatorMemory | undefined;
  reconciles: number;
}

export interface OperatorOptions {
  readonly name: string;
  /** The bundled operator. */
  readonly bundle: string;
  /** A user who was not used before, and the path of a kubeconfig for it. */
  /** Ends it when this process can do so no more. */
  readonly guard: Guard;
  readonly nextUser: () => Promise<{ readonly user: string; readonly kubeconfig: string }>;
}

/** An operator that is started again whenever it ends, as a cluster does. */
export class Operator {
  readonly name: string;
  readonly endings: Record<Ending, number> = { killed: 0, 'lease lost': 0, stopped: 0, unexpected: 0 };
  /** The last lines of lives that ended unexpectedly. */
  readonly lastWords: string[] = [];
  /** Keys that ran twice at once. */
  readonly overlaps: string[] = [];
  readonly #options: OperatorOptions;
  #life: Life | undefined;
  #expected: Ending | undefined;
  #stopping = false;
  #reconciled = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(options: OperatorOptions) {
    this.name = options.name;
    this.#options = options;
  }

  start(): void {
    this.#running = this.#supervise();
  }

  /** The name under which it asks for the lease, once it does. */
  get identity(): string | undefined {
    return this.#life?.identity;
  }

  get lives(): number {
    return Object.values(this.endings).reduce((sum, each) => sum + each, 0) + (this.#life === undefined ? 0 : 1);
  }

  /** Ends it at once, as the kernel does. */
  kill(): void {
    this.#expected = 'killed';
    this.#life?.child.kill('SIGKILL');
  }

  /** Holds it for so many milliseconds: it does not know. */
  async freeze(milliseconds: number): Promise<void> {
    const child = this.#life?.child;
    child?.kill('SIGSTOP');
    await sleep(milliseconds);
    child?.kill('SIGCONT');
  }

  /** Reconciles that its lives told of: those of a life that was killed since it was asked last are not among them. */
  get reconciles(): number {
    return this.#reconciled + (this.#life?.reconciles ?? 0);
  }

  /** What it says of itself; undefined while it starts, or does not answer. */
  async state(): Promise<OperatorState | undefined> {
    const life = this.#life;
    const state = await this.#ask<OperatorState>('/state');
    if (life !== undefined && state !== undefined) life.reconciles = state.reconciles;
    return state;
  }

  /** Its memory now, and where it was some seconds after it had started. */
  async memory(): Promise<{ readonly before: OperatorMemory; readonly now: OperatorMemory } | undefined> {
    const before = this.#life?.settled;
    const now = await this.#ask<OperatorMemory>('/memory');
    return before === undefined || now === undefined ? undefined : { before, now };
  }

  /** Has it do something to itself; nothing where it does not run. */
  async tell(what: string): Promise<void> {
    await this.#ask(what);
  }

  /** The last lines of its log. */
  log(): string {
    return this.#life?.lines.join('\n') ?? '';
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const child = this.#life?.child;
    if (child !== undefined) {
      this.#expected = 'stopped';
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await this.#running;
      clearTimeout(late);
    }
    await this.#running;
  }

  async #supervise(): Promise<void> {
    while (!this.#stopping) {
      const { user, kubeconfig } = await this.#options.nextUser();
      if (this.#stopping) return;
      const life = this.#spawn(user, kubeconfig);
      this.#life = life;
      const pid = life.child.pid!;
      this.#options.guard.watch(pid);
      const [code] = (await once(life.child, 'exit')) as [number | null];
      this.#options.guard.forget(pid);
      this.#life = undefined;
      this.#reconciled += life.reconciles;
      const ending = this.#expected ?? (code === leaseLostExitCode ? 'lease lost' : 'unexpected');
      this.#expected = undefined;
      this.endings[ending] += 1;
      if (ending === 'unexpected')
        this.lastWords.push(`${user} ended with ${code}:\n${life.lines.slice(-5).join('\n')}`);
      await sleep(restartAfter);
    }
  }

  #spawn(user: string, kubeconfig: string): Life {
    const args = ['--expose-gc', this.#options.bundle, `--kubeconfig=${kubeconfig}`];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const life: Life = {
      child,
      user,
      lines: [],
      identity: undefined,
      port: undefined,
      settled: undefined,
      reconciles: 0,
    };
    let rest = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop()!;
      for (const line of lines) this.#read(life, line);
    });
    return life;
  }

  #read(life: Life, line: string): void {
    life.lines.push(line);
    if (life.lines.length > linesKept) life.lines.shift();
    if (line.includes('"serving state"')) life.port = Number(/"port":(\d+)/.exec(line)?.[1]);
    if (line.includes('"msg":"overlap"')) this.overlaps.push(line);
    if (!line.includes('"waiting to become the leader"')) return;
    life.identity = /"identity":"([^"]+)"/.exec(line)?.[1];
    // Its caches are filled now: from here on it is as large as what it mirrors.
    const settle = async (): Promise<void> => {
      const memory = await this.#ask<OperatorMemory>('/memory');
      life.settled = memory;
    };
    setTimeout(() => void (this.#life === life && settle()), settledAfter).unref();
  }

  async #ask<T>(path: string): Promise<T | undefined> {
    const port = this.#life?.port;
    if (port === undefined) return undefined;
    try {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(5000) });
      return (await answer.json()) as T;
    } catch {
      return undefined;
    }
  }
}
