import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Host } from '../../../base/io/host.js';
import type { DesiredFile } from '../../../project/layout/desired-file.js';
import { withMissingLines } from '../../../base/merge/missing-lines.js';
import { writableText } from '../../../output/plan/line-ends.js';
import type { Plan } from '../../../output/plan/plan.js';

/**
 * Lists of patterns that a folder can already have, into which the missing lines are merged. `.dockerignore` is not one
 * of them: its lines include files, so together with others they could put into the image what those leave out.
 */
const lists: ReadonlySet<string> = new Set(['.gitignore', '.gitattributes', '.prettierignore']);

/** Returns the files with the lists that are already there, and the lines that these lack. */
export function withPresentLists(host: Host, root: string, files: readonly DesiredFile[]): readonly DesiredFile[] {
  return files.map((file) => {
    const replaces = lists.has(file.path) ? writableText(host, root, file.path) : undefined;
    if (replaces === undefined) return file;
    return { ...file, content: withMissingLines(replaces, file.content), replaces, recordAs: file.content };
  });
}

/** Returns a note for each file that was there and stays as it is. */
export function keptFileNotes({ files }: Plan, wanted: readonly DesiredFile[]): readonly Diagnostic[] {
  const contents = new Map(wanted.map(({ path, content }) => [path, content]));
  const kept = files.filter(({ ownership, after, path }) => ownership === 'kept' && after !== contents.get(path));
  return kept.map(({ path }) => diagnostic('present-file-kept', { path }));
}
