import { posix } from 'node:path';
import * as v from 'valibot';
import { DiagnosticsError, refuse } from '../../base/diagnostics/diagnostic.js';
import type { Host } from '../../base/io/host.js';
import { sha256 } from '../../base/io/sha256.js';
import { defined } from '../../base/model/defined.js';
import { stateFile } from './leftovers.js';
import { mergedEntries, type MergedEntry } from './merged-record.js';
import { pathProblem } from './path-problem.js';
import type { Ownership } from '../../project/layout/desired-file.js';

/** The file that the tool last wrote to a path. */
export interface RecordedFile {
  readonly ownership: Ownership;
  /** SHA-256 of the content with LF, in hexadecimal. */
  readonly hash: string;
  /** SHA-256 of the sample from which this one was derived by trying values. */
  readonly triedFrom?: string | undefined;
}

/**
 * The files that the tool wrote, by path. They show which files the tool still owns, and which are no longer generated.
 */
export type ScaffoldState = ReadonlyMap<string, RecordedFile>;

/** Returns the hash of a text. It is independent of line endings, which git can change in each checkout. */
export function recordedHash(text: string): string {
  return sha256(text.replaceAll('\r\n', '\n'));
}

/** Reports whether a text is the recorded one. Earlier releases recorded the hash of the text with its line endings. */
export function isRecorded({ hash }: RecordedFile, text: string): boolean {
  return hash === recordedHash(text) || hash === sha256(text);
}

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
  const hashOf = (path: string): string | undefined =>
    pathProblem(host, root, path) === undefined ? host.hash(posix.join(root, path)) : undefined;
  return parseState(host.read(posix.join(root, stateFile)), hashOf);
}

/**
 * Parses the record of a project. If branches were merged into it, with or without conflicts, it has the files of all
 * of them.
 * @param hashOf returns the hash of the present content of a file, which shows which of two hashes is correct
 * @throws DiagnosticsError when the text is invalid, or was written by a later version
 */
export function parseState(
  text: string | undefined,
  hashOf: (path: string) => string | undefined = () => undefined,
): ScaffoldState {
  if (text === undefined) return new Map();
  const position = { file: stateFile, line: 1, column: 1 };
  const entries = mergedEntries(text);
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    if (entries.length === 0) return refuse('unreadable-record', { reason: (error as Error).message }, position);
    raw = { version: stateVersion, files: Object.fromEntries(entries.map((each) => [each.path, recordOf(each)])) };
  }
  const version: unknown = typeof raw === 'object' && raw !== null && 'version' in raw ? raw.version : undefined;
  if (version !== undefined && version !== stateVersion)
    refuse('unsupported-record-version', { version: JSON.stringify(version) }, position);
  const parsed = v.safeParse(shape, raw);
  if (!parsed.success) return refuse('unreadable-record', { reason: parsed.issues[0].message }, position);
  const files = new Map(parsed.output.files);
  for (const { path, hashes } of entries) {
    const known = files.get(path);
    const now = hashes.length > 1 ? hashOf(path) : undefined;
    if (known !== undefined && now !== undefined && hashes.includes(now)) files.set(path, { ...known, hash: now });
  }
  return files;
}

function recordOf({ ownership, hashes, triedFrom }: MergedEntry): object {
  return { ownership, hash: hashes.at(-1), ...defined({ triedFrom }) };
}

/**
 * Returns the text of a record. As long as its files are the same, it keeps the form of earlier releases.
 * @param existing the text that `recorded` was read from
 */
export function recordText(state: ScaffoldState, recorded: ScaffoldState, existing: string | undefined): string {
  const text = printState(state);
  return existing !== undefined && isEarlierForm(existing) && printState(recorded) === text ? existing : text;
}

function isEarlierForm(text: string): boolean {
  try {
    return `${JSON.stringify(JSON.parse(text), undefined, 2)}\n` === text;
  } catch {
    return false;
  }
}

/** Prints a record with one line for each file, so that branches can be merged line by line. */
export function printState(state: ScaffoldState): string {
  const files = [...state].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const lines = files.map(([path, record]) => `    ${JSON.stringify(path)}: ${JSON.stringify(record)}`);
  const list = lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n  }`;
  return `{\n  "version": ${stateVersion},\n  "files": ${list}\n}\n`;
}
