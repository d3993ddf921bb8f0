import { hash } from 'node:crypto';
import type { Host } from '../io/host.js';
import type { Memory } from './memory.js';
import { type Asked, recorder, saysTheSame } from './questions.js';
import { sha256 } from '../io/sha256.js';

/** The subject of a stored result. */
export interface Topic {
  /** Name of the computation, e.g. `manifests`. */
  readonly name: string;
  /** The absolute folder that it was computed for. */
  readonly folder: string;
}

interface Kept {
  readonly asked: Asked;
  /** Text, or a value serialized by V8, which preserves shared parts of a model. */
  readonly isText: boolean;
  /** Stored separately: it is the larger part, and often the questions show that it is obsolete. */
  readonly answer: Buffer;
}

// Only when a value is not text: loading `node:v8` takes as long as reading all files of a small project.
const v8 = () => process.getBuiltinModule('node:v8');

/**
 * Returns the result of an earlier run if everything that it read is unchanged, including failed lookups. Undefined if
 * the result must be computed again.
 */
export function recollect<T>(memory: Memory, topic: Topic, host: Host): T | undefined {
  const kept = unsealed(memory.read(fileName(topic)), memory, topic);
  if (kept === undefined || !saysTheSame(host, kept.asked)) return undefined;
  return (kept.isText ? kept.answer.toString() : v8().deserialize(kept.answer)) as T;
}

/**
 * Computes a result, and stores it with all questions asked of the host.
 * @param toKeep returns the plain data to store for the answer, text for the fastest start; undefined if nothing can be
 *   stored
 * @param left returns the disk as it will be once the answer is carried out, for which it is stored; by default it
 *   is the one that was read
 */
export async function workOut<T, K = T>(
  memory: Memory | undefined,
  topic: Topic,
  host: Host,
  work: (host: Host) => Promise<T>,
  toKeep: (answer: T) => K | undefined,
  left: (answer: T) => Host | undefined = () => undefined,
): Promise<T> {
  if (memory === undefined) return work(host);
  const noted = recorder(host);
  const answer = await work(noted.host);
  const kept = toKeep(answer);
  const asked = kept === undefined ? undefined : noted.asked(left(answer));
  if (asked !== undefined) keep(memory, topic, asked, kept);
  return answer;
}

/** Options to remember an answer. */
interface Remembering<T> {
  /** The things that the answer depends on apart from the disk, such as the helper that was asked. */
  readonly identity?: string | undefined;
  readonly canKeep?: (answer: T) => boolean;
}

/**
 * Returns the answer of an earlier run, or computes and stores it. If nothing has changed, the work is not begun: it can load
 * large modules.
 * @param work returns plain data that JSON can represent
 */
export async function remembered<T>(
  memory: Memory | undefined,
  topic: Topic,
  host: Host,
  work: (host: Host) => Promise<T>,
  { identity, canKeep = () => true }: Remembering<T> = {},
): Promise<T> {
  const text = memory && recollect<string>(memory, topic, host);
  const known = text === undefined ? undefined : (JSON.parse(text) as Remembered<T>);
  if (known !== undefined && known.identity === identity) return known.answer;
  const toKeep = (answer: T): string | undefined =>
    canKeep(answer) ? JSON.stringify({ answer, identity } satisfies Remembered<T>) : undefined;
  return workOut(memory, topic, host, work, toKeep);
}

interface Remembered<T> {
  readonly answer: T;
  readonly identity?: string | undefined;
}

function keep(memory: Memory, topic: Topic, asked: Asked, answer: unknown): void {
  try {
    const isText = typeof answer === 'string';
    const bytes = isText ? Buffer.from(answer) : v8().serialize(answer);
    memory.write(fileName(topic), sealed({ asked, isText, answer: bytes }, memory, topic));
  } catch {
    // Results that turn out not to be plain data are computed again.
  }
}

function fileName({ name, folder }: Topic): string {
  return `${name}-${sha256(folder).slice(0, 32)}`;
}

const sealLength = 32;

/**
 * Seals a result with its build and folder, so that the output of another build, or of an interrupted write, is not
 * even parsed.
 */
function sealed({ answer, ...rest }: Kept, memory: Memory, topic: Topic): Buffer {
  const body = Buffer.concat([Buffer.from(`${JSON.stringify(rest)}\n`), answer]);
  return Buffer.concat([sealOf(body, memory, topic), body]);
}

function unsealed(content: Buffer | undefined, memory: Memory, topic: Topic): Kept | undefined {
  const body = content?.subarray(sealLength);
  if (body === undefined || !content!.subarray(0, sealLength).equals(sealOf(body, memory, topic))) return undefined;
  const end = body.indexOf('\n');
  const rest = JSON.parse(body.toString('utf8', 0, end)) as Omit<Kept, 'answer'>;
  return { ...rest, answer: body.subarray(end + 1) };
}

function sealOf(body: Buffer, { build }: Memory, { name, folder }: Topic): Buffer {
  // A value must be read by the same engine that wrote it.
  const written = Buffer.from(JSON.stringify([process.versions.v8, build, name, folder]));
  return hash('sha256', Buffer.concat([written, body]), 'buffer');
}
