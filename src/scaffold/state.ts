import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { refuse } from '../diagnostics/diagnostic.js';
import type { Ownership } from './plan.js';

/** What was last written to a path by us. */
export interface RecordedFile {
  readonly ownership: Ownership;
  /** SHA-256 of the content, in hexadecimal. */
  readonly hash: string;
}

/** What we wrote, by path: how we know which files are still ours, and which nothing makes any more. */
export type ScaffoldState = ReadonlyMap<string, RecordedFile>;

/** Committed with the project, so that every clone of it knows the same. */
export const stateFile = '.operator-gen/scaffold.json';

const shape = v.object({
  version: v.literal(1),
  files: v.record(
    v.string(),
    v.object({ ownership: v.picklist(['generated', 'merged', 'sample', 'scaffolded', 'kept']), hash: v.string() }),
  ),
});

/** @throws DiagnosticsError when the text is not ours to read: broken, or of a later version */
export function parseState(text: string | undefined): ScaffoldState {
  if (text === undefined) return new Map();
  const position = { file: stateFile, line: 1, column: 1 };
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    return refuse('state-unreadable', { reason: (error as Error).message }, position);
  }
  const parsed = v.safeParse(shape, raw);
  if (!parsed.success) return refuse('state-unreadable', { reason: parsed.issues[0].message }, position);
  return new Map(Object.entries(parsed.output.files));
}

export function printState(state: ScaffoldState): string {
  const files = Object.fromEntries([...state].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return `${JSON.stringify({ version: 1, files }, undefined, 2)}\n`;
}

export function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
