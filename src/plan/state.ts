import { posix } from 'node:path';
import * as v from 'valibot';
import { DiagnosticsError, refuse } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import { stateFile } from './leftovers.js';
import { pathProblem } from './path-problem.js';
import type { Ownership } from '../layout/desired-file.js';

/** The file that the tool last wrote to a path. */
export interface RecordedFile {
  readonly ownership: Ownership;
  /** SHA-256 of the content, in hexadecimal. */
  readonly hash: string;
  /** SHA-256 of the sample from which this one was made by trying values. */
  readonly triedFrom?: string | undefined;
}

/**
 * The files that the tool wrote, by path. They show which files the tool still owns, and which are no longer generated.
 */
export type ScaffoldState = ReadonlyMap<string, RecordedFile>;

const stateVersion = 1;

const recordedFile = v.object({
  ownership: v.picklist(['generated', 'merged', 'sample', 'scaffolded', 'kept']),
  hash: v.string(),
  triedFrom: v.optional(v.string()),
});

// A map, because valibot's records omit names such as `constructor`, which a file can have.
const shape = v.object({
  version: v.literal(stateVersion),
  files: v.pipe(
    v.custom<object>((files) => typeof files === 'object' && files !== null, 'files is not an object'),
    v.transform((files) => new Map<string, unknown>(Object.entries(files))),
    v.map(v.string(), recordedFile),
  ),
});

/**
 * Reads the record of a project; returns an empty record if there is none.
 * @throws DiagnosticsError when the record is a link, is invalid, or was written by a later version
 */
export function readState(host: Host, root: string): ScaffoldState {
  const problem = pathProblem(host, root, stateFile);
  if (problem !== undefined) throw new DiagnosticsError(problem);
  return parseState(host.read(posix.join(root, stateFile)));
}

/**
 * Parses the record of a project.
 * @throws DiagnosticsError when the text is invalid, or was written by a later version
 */
export function parseState(text: string | undefined): ScaffoldState {
  if (text === undefined) return new Map();
  const position = { file: stateFile, line: 1, column: 1 };
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    return refuse('unreadable-record', { reason: (error as Error).message }, position);
  }
  const version: unknown = typeof raw === 'object' && raw !== null && 'version' in raw ? raw.version : undefined;
  if (version !== undefined && version !== stateVersion)
    refuse('unsupported-record-version', { version: JSON.stringify(version) }, position);
  const parsed = v.safeParse(shape, raw);
  if (!parsed.success) return refuse('unreadable-record', { reason: parsed.issues[0].message }, position);
  return parsed.output.files;
}

export function printState(state: ScaffoldState): string {
  const files = Object.fromEntries([...state].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return `${JSON.stringify({ version: stateVersion, files }, undefined, 2)}\n`;
}
