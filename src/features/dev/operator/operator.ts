import { numberAt } from '../../../base/model/json-at.js';
import { accessOf, type Access } from '../cluster/access.js';
import type { Account } from '../cluster/objects.js';
import type { Target } from '../cluster/target.js';
import { readLine } from '../log/log-line.js';
import type { Tell } from '../show/message.js';
import { bundle } from './build.js';
import { beginsCrash, crashLines } from './crash.js';
import type { Guard } from './guard.js';
import { Observer, type Watcher } from './observer.js';
import { startProgram, type End, type Running } from './process.js';

export type { End };

/** Requirements of the operator. */
export interface Surroundings {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A folder that only the user can read. */
  readonly folder: string;
  readonly guard: Guard;
  readonly target: Target;
  readonly tell: Tell;
  readonly watcher?: Watcher | undefined;
}

/** The settings of a start. */
export interface Settings {
  readonly account: Account;
  /** Its own flags, and those for webhooks. */
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Its last lines, which are kept for a crash: Node.js prints the line that has thrown, the message and the stack. */
const mostLines = 60;
/** Milliseconds after which it has not crashed, although it has begun to print an error. */
const held = 2_000;
/** Milliseconds after the first controller in which the others start. */
const settling = 50;

/** The operator of the project, as a process on this machine. */
export class Operator {
  readonly #surroundings: Surroundings;
  #access: { readonly account: string; readonly access: Access } | undefined;
  #observer: Observer | undefined;
  #running: Running | undefined;
  #lines: string[] = [];
  #isStopping = false;
  /** Lines that it has printed since the beginning of a crash. */
  readonly #crash: string[] = [];

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /**
   * Starts it as its service account.
   * @param since the time of the change that it is started for
   * @returns how it has ended
   */
  async start(settings: Settings, since: number): Promise<End> {
    const { root, env, guard, tell } = this.#surroundings;
    const { account } = settings;
    const { kubeconfig } = await this.#accessAs(account);
    [this.#lines, this.#isStopping] = [[], false];
    this.#observer!.restart();
    tell({ event: 'started', account: userOf(account) });
    const ready = this.#readiness(since);
    const program = {
      command: process.execPath,
      args: [bundle, ...settings.flags, ...usualFlags, `--kubeconfig=${kubeconfig}`],
      cwd: root,
      // As with files of variables, what the user has set for this machine takes precedence.
      env: { ...settings.env, ...withoutPod(env) },
    };
    this.#running = startProgram(program, guard, (line) => this.#read(line, ready));
    const end = await this.#running.ended;
    await this.#observer!.look();
    this.#running = undefined;
    if (this.#isStopping) this.#printHeld();
    this.#crash.length = 0;
    const lines = this.#isStopping ? [] : crashLines(this.#lines, root);
    const { code, signal, milliseconds } = end;
    tell({ event: 'ended', isWanted: this.#isStopping, code, signal, milliseconds, lines });
    return end;
  }

  stop(): void {
    this.#isStopping = true;
    this.#running?.stop();
  }

  close(): void {
    this.#access?.access.close();
    this.#observer?.close();
  }

  async #accessAs(account: Account): Promise<Access> {
    const user = userOf(account);
    if (this.#access?.account === user) return this.#access.access;
    const { target, folder, tell, watcher } = this.#surroundings;
    this.close();
    const failed = (reason: string): void => tell({ event: 'problem', text: `the token of the operator: ${reason}` });
    const access = await accessOf(target, account, folder, failed);
    this.#access = { account: user, access };
    this.#observer = new Observer({ client: target.client, tell, auditLog: target.own?.auditLog, user, watcher });
    return access;
  }

  #read(line: string, ready: () => void): void {
    this.#observer!.line(line);
    const { message, text, fields } = readLine(line);
    if (text === 'controller started' || text === 'serving webhooks') ready();
    const port = numberAt(fields, 'port');
    if (text === 'serving the state of the controllers' && port !== undefined) this.#observer!.serves(port);
    if (message === undefined && line.trim() !== '') return;
    // Lines of the log are told as they are.
    if (text === '' && this.#lines.push(line) > mostLines) this.#lines.shift();
    if (message === undefined) return;
    if (message.event === 'printed') this.#print(line);
    else this.#surroundings.tell(message);
  }

  /** Tells what the operator prints, but for what it prints when it crashes, which is told with its end. */
  #print(line: string): void {
    if (this.#crash.length === 0 && !beginsCrash(line)) this.#surroundings.tell({ event: 'printed', line });
    else if (this.#crash.push(line) === 1) setTimeout(() => this.#printHeld(), held).unref();
  }

  #printHeld(): void {
    for (const each of this.#crash.splice(0)) this.#surroundings.tell({ event: 'printed', line: each });
  }

  /** Returns a function that is called for each part of the operator that has started. */
  #readiness(since: number): () => void {
    let isReady = false;
    return () => {
      if (isReady) return;
      isReady = true;
      const milliseconds = performance.now() - since;
      setTimeout(() => this.#surroundings.tell({ event: 'ready', milliseconds }), settling);
    };
  }
}

/** The flags of a run on this machine. Nobody probes it, and two operators must not want the same port. */
const usualFlags = [
  '--log-format=json',
  '--leader-elect=false',
  '--health-probe-bind-address=0',
  '--metrics-bind-address=0',
  '--debug-bind-address=127.0.0.1:0',
];

/** Returns the name of a service account as a user of the API server. */
export function userOf({ namespace, name }: Account): string {
  return `system:serviceaccount:${namespace}:${name}`;
}

/** Returns the environment without the variables of a Pod, in which `dev` itself can run. */
function withoutPod(env: Surroundings['env']): Surroundings['env'] {
  const { KUBERNETES_SERVICE_HOST: _, KUBERNETES_SERVICE_PORT: __, KUBECONFIG: ___, ...others } = env;
  return others;
}
