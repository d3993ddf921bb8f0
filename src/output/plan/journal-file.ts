import { posix } from 'node:path';
import * as v from 'valibot';
import { refuse } from '../../base/diagnostics/diagnostic.js';
import type { Host } from '../../base/io/host.js';
import { pendingFolder } from './own-folder.js';

const stepShape = v.object({
  path: v.string(),
  action: v.picklist(['create', 'update', 'delete']),
  before: v.optional(v.string()),
  after: v.optional(v.string()),
});

const journalShape = v.object({ steps: v.array(stepShape), folders: v.array(v.string()) });

/**
 * One change of a plan. `before` and `after` are the hashes of the file's bytes, absent if there is no file. A folder
 * in the project contains the new content (`<index>.after`) and the old content (`<index>.before`): copies of updated
 * files and, after the steps, deleted files.
 */
export type Step = Readonly<v.InferOutput<typeof stepShape>>;

/** The committed steps of a run. */
export interface Journal {
  readonly steps: readonly Step[];
  /** Folders that the plan creates, outermost first. */
  readonly folders: readonly string[];
}

/** Returns the paths of contents in a run's folder in the project. */
export function contentPaths(folder: string) {
  return {
    after: (index: number) => posix.join(folder, `${index}.after`),
    before: (index: number) => posix.join(folder, `${index}.before`),
  };
}

/**
 * Parses a journal.
 * @throws DiagnosticsError when the text is not a journal
 */
export function parseJournal(text: string | undefined): Journal {
  try {
    return v.parse(journalShape, JSON.parse(text ?? ''));
  } catch (error) {
    return refuse('invalid-journal', { folder: pendingFolder, reason: (error as Error).message, onlyCopies: '' });
  }
}

/** The journal of a run as stored; `path` is its location. */
export interface KeptJournal {
  readonly path: string;
  /** The direction: its steps are completed (`redo`) or rolled back (`undo`). */
  readonly phase: 'redo' | 'undo';
}

export function readJournal(host: Host, { path }: KeptJournal): Journal {
  return parseJournal(host.read(path));
}
