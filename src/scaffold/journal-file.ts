import { posix } from 'node:path';
import * as v from 'valibot';
import { refuse } from '../diagnostics/diagnostic.js';
import type { Host } from '../io/host.js';
import { pendingFolder } from './own-folder.js';

const stepShape = v.object({
  path: v.string(),
  action: v.picklist(['create', 'update', 'delete']),
  before: v.optional(v.string()),
});

const journalShape = v.object({ steps: v.array(stepShape), folders: v.array(v.string()) });

/**
 * One change that a plan makes. `before` is the hash of what stands there, absent where nothing does. The journal's folder
 * has the new content (`<index>.after`), and the old one (`<index>.before`): a copy of what is updated, and in the end
 * what was deleted.
 */
export type Step = Readonly<v.InferOutput<typeof stepShape>>;

/** What a run has promised to do. */
export interface Journal {
  readonly steps: readonly Step[];
  /** Folders that the plan makes, outermost first. */
  readonly folders: readonly string[];
}

/** The places in a journal's folder. */
export function journalPaths(folder: string) {
  return {
    /** While it is there, the steps have to be completed. */
    redo: posix.join(folder, 'redo.json'),
    /** While it is there, the steps have to be undone. */
    undo: posix.join(folder, 'undo.json'),
    after: (index: number) => posix.join(folder, `${index}.after`),
    before: (index: number) => posix.join(folder, `${index}.before`),
  };
}

/**
 * Reads a journal; undefined where there is none.
 * @throws DiagnosticsError when it is not one that we wrote
 */
export function readJournal(host: Host, path: string): Journal | undefined {
  const text = host.read(path);
  if (text === undefined) return undefined;
  try {
    return v.parse(journalShape, JSON.parse(text));
  } catch (error) {
    return refuse('journal-unreadable', { folder: pendingFolder, reason: (error as Error).message });
  }
}
