import { posix } from 'node:path';
import * as v from 'valibot';
import { refuse } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import { pendingFolder } from './own-folder.js';

const stepShape = v.object({
  path: v.string(),
  action: v.picklist(['create', 'update', 'delete']),
  before: v.optional(v.string()),
  after: v.optional(v.string()),
});

const journalShape = v.object({ steps: v.array(stepShape), folders: v.array(v.string()) });

/**
 * One change that a plan makes. `before` and `after` are the hashes of the file's bytes, absent where there is no file. A folder
 * in the project has the new content (`<index>.after`), and the old one (`<index>.before`): a copy of what is updated, and in the
 * end what was deleted.
 */
export type Step = Readonly<v.InferOutput<typeof stepShape>>;

/** What a run has promised to do. */
export interface Journal {
  readonly steps: readonly Step[];
  /** Folders that the plan makes, outermost first. */
  readonly folders: readonly string[];
}

/** The places of contents in a run's folder in the project. */
export function contentPaths(folder: string) {
  return {
    after: (index: number) => posix.join(folder, `${index}.after`),
    before: (index: number) => posix.join(folder, `${index}.before`),
  };
}

/** @throws DiagnosticsError when the text is not a journal */
export function parseJournal(text: string | undefined): Journal {
  try {
    return v.parse(journalShape, JSON.parse(text ?? ''));
  } catch (error) {
    return refuse('invalid-journal', { folder: pendingFolder, reason: (error as Error).message });
  }
}

/** The journal of a run as it is kept: `path` is where. */
export interface KeptJournal {
  readonly path: string;
  /** Whether its steps are to be completed, or taken back. */
  readonly phase: 'redo' | 'undo';
}

export function readJournal(host: Host, { path }: KeptJournal): Journal {
  return parseJournal(host.read(path));
}
