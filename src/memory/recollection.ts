import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { Host } from '../io/host.js';
import type { Memory } from './memory.js';
import { type Asked, recorder, saysTheSame } from './questions.js';
import { sha256 } from '../io/sha256.js';

/** What is looked for in a memory. */
export interface Topic {
  /** What was worked out, e.g. `manifests`. */
  readonly name: string;
  /** The absolute folder that it was worked out for. */
  readonly folder: string;
}

interface Kept {
  readonly asked: Asked;
  /** Serialized on its own: it is the larger part, and often the questions say that it is of no use any more. */
  readonly answer: Uint8Array;
}

/**
 * What an earlier run worked out, where each thing that it read still says the same; what it looked for in vain was read as
 * well. Undefined where the work has to be done.
 */
export function recollect<T>(memory: Memory, topic: Topic, host: Host): T | undefined {
  const kept = unsealed(memory.read(fileName(topic)), memory, topic);
  return kept !== undefined && saysTheSame(host, kept.asked) ? (deserialize(kept.answer) as T) : undefined;
}

/**
 * Works something out, and keeps it with all that was asked of the host.
 * @param toKeep the plain data that is kept of the answer; undefined where nothing may be kept
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
    memory.write(fileName(topic), sealed({ asked, answer: serialize(answer) }, memory, topic));
  } catch {
    // What is not plain data after all is worked out again.
  }
}

function fileName({ name, folder }: Topic): string {
  return `${name}-${sha256(folder).slice(0, 32)}`;
}

const sealLength = 32;

/** The seal covers the build and the folder: what another build wrote, or a cut-off write left, is not even parsed. */
function sealed(kept: Kept, memory: Memory, topic: Topic): Buffer {
  const body = serialize(kept);
  return Buffer.concat([sealOf(body, memory, topic), body]);
}

function unsealed(content: Buffer | undefined, memory: Memory, topic: Topic): Kept | undefined {
  const body = content?.subarray(sealLength);
  if (body === undefined || !content!.subarray(0, sealLength).equals(sealOf(body, memory, topic))) return undefined;
  return deserialize(body) as Kept;
}

function sealOf(body: Buffer, { build }: Memory, { name, folder }: Topic): Buffer {
  // The engine that reads a value has to be the one that wrote it.
  const written = JSON.stringify([process.versions.v8, build, name, folder]);
  return createHash('sha256').update(written).update(body).digest();
}
