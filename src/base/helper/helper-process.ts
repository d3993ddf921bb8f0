import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { dirname, isAbsolute } from 'node:path';
import { kubernetesVersion, protocolVersion, type Answer, type Hello, type Question } from './protocol.js';

/** Limit for one line of the output, in characters. The helper observes it, and the same limit in bytes for its input. */
const longestLine = 32 * 1024 * 1024;

/** Thrown when the helper could not answer: it did not start, has ended, did not answer in time, or sent an invalid answer. */
export class HelperFailed extends Error {
  override readonly name = 'HelperFailed';

  constructor(
    message: string,
    /** `emulation` if it cannot emulate the requested version, `absent` if there is no helper. */
    readonly code?: string,
    /** The number of seconds without an answer, if that is the reason for the failure. */
    readonly silentFor?: number,
  ) {
    super(message);
  }
}

/** A running helper. */
export interface RunningHelper {
  /** @throws HelperFailed */
  ask(question: Question): Promise<Answer>;
  /** Whether further questions need another helper: this one has failed, or is working on a question that takes too long. */
  hasFailed(): boolean;
  /** The version of Kubernetes that the helper uses, such as `1.36.3`; undefined before the first answer. */
  kubernetes(): string | undefined;
  /** Ends the process. Pending questions fail. */
  end(): void;
}

export interface HelperOptions {
  /** An older minor version of Kubernetes, such as `1.35`. */
  readonly emulate?: string;
  /** Time limit for the answers to all pending questions, in milliseconds, since the last answer. */
  readonly patience?: number;
}

interface Pending {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: HelperFailed) => void;
}

/**
 * Maximum number of questions that are sent before the first of them is answered. The others are not yet converted to
 * JSON, which saves memory.
 */
const mostSent = 16;

/** Starts the helper. Problems with it are reported by `ask`. */
export function startHelper(path: string, options: HelperOptions = {}): RunningHelper {
  return new HelperProcess(path, options);
}

class HelperProcess implements RunningHelper {
  readonly #patience: number;
  readonly #child: ChildProcessWithoutNullStreams | undefined;
  readonly #pending = new Map<number, Pending>();
  /** The names of the CRDs that the helper has received, by their texts. */
  readonly #definitions = new Map<string, Promise<string>>();
  #lastId = 0;
  #lastSent = 0;
  #greeted = false;
  #kubernetes: string | undefined;
  /** The parts of an incomplete line: joining them each time takes quadratic time for a long line. */
  #parts: string[] = [];
  #length = 0;
  /** Whether it is still working on a question that was given up, or is about to end. */
  #isRetired = false;
  #failure: HelperFailed | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(path: string, { emulate, patience = 30_000 }: HelperOptions) {
    this.#patience = patience;
    try {
      this.#child = launch(path, emulate);
    } catch (error) {
      this.#fail((error as Error).message);
      return;
    }
    this.#child.on('error', (error) => this.#fail(error.message));
    // Unlike `exit`, it comes after the last answer.
    this.#child.on('close', (code, signal) =>
      this.#fail(signal === null ? `it ended with exit code ${code}` : `it ended by ${signal}`),
    );
    // Writing to a process that has ended is reported by its end.
    this.#child.stdin.on('error', () => undefined);
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    this.#wait();
  }

  async ask(question: Question): Promise<Answer> {
    if (question.operation !== 'object' || question.crds === undefined) return this.#enqueue(question);
    // Thousands of objects can have the same CRD, which is sent once.
    const { crds, ...rest } = question;
    const definitions = await Promise.all(crds.map((text) => this.#define(text)));
    return this.#enqueue({ ...rest, definitions });
  }

  #define(text: string): Promise<string> {
    const known = this.#definitions.get(text);
    if (known !== undefined) return known;
    const name = String(this.#definitions.size);
    const defined = this.#enqueue({ operation: 'define', name, object: text }).then(() => name);
    this.#definitions.set(text, defined);
    return defined;
  }

  #enqueue(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined || this.#child === undefined) {
        reject(this.#failure ?? new HelperFailed('it did not start'));
        return;
      }
      this.#pending.set((this.#lastId += 1), { question, resolve, reject });
      this.#wait();
      this.#send();
    });
  }

  /** Sends questions in the order in which they were asked, up to the maximum number of unanswered ones. */
  #send(): void {
    const answered = this.#lastId - this.#pending.size;
    while (this.#lastSent < this.#lastId && this.#lastSent - answered < mostSent) {
      const id = (this.#lastSent += 1);
      this.#child?.stdin.write(`${JSON.stringify({ id, ...this.#pending.get(id)!.question })}\n`);
    }
  }

  hasFailed(): boolean {
    return this.#failure !== undefined || this.#isRetired;
  }

  kubernetes(): string | undefined {
    return this.#kubernetes;
  }

  end(): void {
    this.#fail('it was ended');
  }

  #read(text: string): void {
    const ends = text.split('\n');
    for (const [index, end] of ends.entries()) {
      this.#parts.push(end);
      this.#length += end.length;
      if (this.#length > longestLine) this.#fail('its answer is too long');
      if (this.#failure !== undefined) return;
      if (index === ends.length - 1) return;
      const line = this.#parts.join('');
      this.#parts = [];
      this.#length = 0;
      this.#take(line);
    }
  }

  #take(line: string): void {
    const value = parse(line);
    if (value === undefined) {
      this.#fail(`it wrote something other than an answer: ${line.slice(0, 80)}`);
    } else if (!this.#greeted) {
      this.#greet(value as unknown as Hello);
    } else {
      const found = this.#pending.get(value.id);
      if (found === undefined || value.id > this.#lastSent) {
        this.#fail(`it answered a question that was not asked: ${line.slice(0, 80)}`);
        return;
      }
      this.#pending.delete(value.id);
      if (isLast(value)) this.#isRetired = true;
      this.#wait();
      found.resolve(value);
      this.#send();
      if (this.#isRetired && this.#pending.size === 0) this.#fail('it works on a question that takes too long');
    }
  }

  #greet({ protocol, kubernetes, emulates, problem }: Hello): void {
    this.#greeted = true;
    this.#kubernetes = emulates ?? kubernetes;
    // The output of another version can have any form.
    if (protocol !== protocolVersion) {
      this.#fail(`it speaks version ${JSON.stringify(protocol)} of the protocol instead of ${protocolVersion}`);
    } else if (kubernetes !== kubernetesVersion) {
      this.#fail(`it was built from Kubernetes ${JSON.stringify(kubernetes)} instead of "${kubernetesVersion}"`);
    } else if (problem !== undefined) {
      this.#fail(problem.message, { code: problem.code });
    }
  }

  /** Waits for answers, and keeps this process alive for as long. */
  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#failure !== undefined) return;
    const isIdle = this.#pending.size === 0;
    const seconds = this.#patience / 1000;
    this.#timer = isIdle
      ? undefined
      : setTimeout(() => this.#fail(`it gave no answer within ${seconds} s`, { silentFor: seconds }), this.#patience);
    hold(this.#child, !isIdle);
  }

  #fail(reason: string, { code, silentFor }: Partial<Pick<HelperFailed, 'code' | 'silentFor'>> = {}): void {
    this.#failure ??= new HelperFailed(reason, code, silentFor);
    clearTimeout(this.#timer);
    this.#child?.kill('SIGKILL');
    // Another process that it started could keep them open.
    this.#child?.stdin.destroy();
    this.#child?.stdout.destroy();
    this.#child?.unref();
    for (const { reject } of this.#pending.values()) reject(this.#failure);
    this.#pending.clear();
  }
}

/** Reports whether the helper does not answer further questions, because its time or memory is used up. */
function isLast({ problem }: Answer): boolean {
  return problem?.code === 'timeout' || problem?.code === 'memory';
}

/** Starts the process without the user's variables, in its own folder. */
function launch(path: string, emulate?: string): ChildProcessWithoutNullStreams {
  // Other names would be searched in folders that other users can write to.
  if (!isAbsolute(path)) throw new Error(`${path} is not an absolute path`);
  // Loaded here, because a run that finds everything up to date starts no helper.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(path, emulate === undefined ? [] : [`--emulate=${emulate}`], {
    cwd: dirname(path),
    // Less garbage collection: the process lives for less than a second.
    env: { GOGC: '400', GOMEMLIMIT: '1GiB', ...systemVariables() },
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  // If no more files can be opened, it has no streams, which its type does not say. The error that follows gives no
  // more details.
  if ((child.stdout as object | undefined) === undefined) {
    child.on('error', () => undefined);
    throw new Error('no more files can be opened');
  }
  return child as unknown as ChildProcessWithoutNullStreams;
}

/** The variables without which a process does not start on Windows. */
function systemVariables(): Record<string, string> {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? {} : { SystemRoot };
}

/** Keeps this process alive while answers are pending, and only then. */
function hold(child: ChildProcessWithoutNullStreams | undefined, active: boolean): void {
  for (const each of [child, child?.stdin, child?.stdout] as const) {
    const handle = each as { ref?: () => void; unref?: () => void } | undefined;
    if (active) handle?.ref?.();
    else handle?.unref?.();
  }
}

function parse(line: string): (Answer & { readonly id: number }) | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Answer & { id: number }) : undefined;
  } catch {
    return undefined;
  }
}
