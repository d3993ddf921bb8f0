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

// As JSON text: loading `node:v8` takes as long as reading all files of a small project.
interface Kept {
  readonly asked: Asked;
  /** Parsed separately: it is the larger part, and often the questions show that it is obsolete. */
  readonly answer: string;
}

/**
 * Returns the result of an earlier run if everything that it read is unchanged, including failed lookups. Undefined if
 * the work has to be done.
 */
export function recollect<T>(memory: Memory, topic: Topic, host: Host): T | undefined {
  const kept = unsealed(memory.read(fileName(topic)), memory, topic);
  return kept !== undefined && saysTheSame(host, kept.asked) ? (JSON.parse(kept.answer) as T) : undefined;
}

/**
 * Computes a result, and stores it with all questions asked of the host.
 * @param toKeep returns the plain data to store for the answer; undefined if nothing can be stored
 */
export async function workOut<T, K = T>(
  memory: Memory | undefined,
  topic: Topic,
  host: Host,
  work: (host: Host) => Promise<T>,
  toKeep: (answer: T) => K | undefined,
): Promise<T> {
  if (memory === undefined) return work(host);
  const noted = recorder(host);
  const answer = await work(noted.host);
  const kept = toKeep(answer);
  const asked = kept === undefined ? undefined : noted.asked();
  if (asked !== undefined) keep(memory, topic, asked, kept);
  return answer;
}

function keep(memory: Memory, topic: Topic, asked: Asked, answer: unknown): void {
  try {
    memory.write(fileName(topic), sealed({ asked, answer: JSON.stringify(answer, requirePlain) }, memory, topic));
  } catch {
    // Results that turn out not to be plain data are computed again.
  }
}

/** Replacer for JSON.stringify that throws where JSON would change a value. */
function requirePlain(this: unknown, _key: string, value: unknown): unknown {
  if (!isPlain(value) || (value === undefined && Array.isArray(this))) throw new TypeError('not plain data');
  return value;
}

function isPlain(value: unknown): boolean {
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  return Array.isArray(value) || (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype);
}

function fileName({ name, folder }: Topic): string {
  return `${name}-${sha256(folder).slice(0, 32)}`;
}

const sealLength = 32;

/**
 * Seals a result with its build and folder, so that the output of another build, or of an interrupted write, is not
 * even parsed.
 */
function sealed({ asked, answer }: Kept, memory: Memory, topic: Topic): Buffer {
  const body = Buffer.from(`${JSON.stringify(asked)}\n${answer}`);
  return Buffer.concat([sealOf(body, memory, topic), body]);
}

function unsealed(content: Buffer | undefined, memory: Memory, topic: Topic): Kept | undefined {
  const body = content?.subarray(sealLength);
  if (body === undefined || !content!.subarray(0, sealLength).equals(sealOf(body, memory, topic))) return undefined;
  const text = body.toString();
  const end = text.indexOf('\n');
  return { asked: JSON.parse(text.slice(0, end)) as Asked, answer: text.slice(end + 1) };
}

function sealOf(body: Buffer, { build }: Memory, { name, folder }: Topic): Buffer {
  return hash('sha256', Buffer.concat([Buffer.from(JSON.stringify([build, name, folder])), body]), 'buffer');
}
