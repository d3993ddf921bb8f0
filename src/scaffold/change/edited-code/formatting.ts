import { posix } from 'node:path';
import { diffArrays } from 'diff';
import type { Options } from 'prettier';
import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { formatCode } from '../../../base/io/format-code.js';
import type { Host } from '../../../base/io/host.js';
import type { DesiredFile } from '../../../project/layout/desired-file.js';
import type { Layout } from '../../../project/layout/layout.js';
import { hasOneLineEnd, lineEndOf, withLineEnds } from '../../../base/text/text.js';

/** The files of a change in their previous format, and the lines of those that are formatted again. */
export interface FormattedFiles {
  readonly files: readonly DesiredFile[];
  /** Returns a diagnostic with its position in the formatted text. */
  readonly placed: (each: Diagnostic) => Diagnostic;
  /** Notes about files that no longer have their previous format. */
  readonly notes: readonly Diagnostic[];
}

/** Longer code is not written by hand, and Prettier is slow for it. */
const longest = 256 * 1024;

/** Comparing more different lines takes too long. */
const mostChanges = 2_000;

/**
 * Formats changed code with the project's settings of Prettier, if Prettier would not have changed it before: a name or
 * a marker that gets longer needs other line breaks. Other code keeps the format of its user, and scaffolded code that
 * of its template.
 */
export async function keepFormatted(
  host: Host,
  root: string,
  files: readonly DesiredFile[],
  scaffolded: Layout,
): Promise<FormattedFiles> {
  const settings = settingsOf(host, root);
  const texts = new Map<string, readonly [before: string, after: string]>();
  for (const { path, movedFrom = path, content } of settings === undefined ? [] : files) {
    if (!/\.[cm]?tsx?$/.test(path) || scaffolded.get(path)?.content === content) continue;
    const before = host.read(posix.join(root, movedFrom));
    // Lines in a file with several kinds of line endings keep theirs.
    const isPlain = before !== undefined && hasOneLineEnd(before) && hasOneLineEnd(content);
    if (isPlain && before !== content && Math.max(before.length, content.length) <= longest)
      texts.set(path, [before, content]);
  }
  const formatted = new Map<string, string>();
  const notes: Diagnostic[] = [];
  for (const [path, [before, after]] of texts) {
    const format = async (content: string): Promise<string | undefined> => {
      const [result] = await formatCode([{ path, content }], settings!);
      if ('text' in result!) return result.text;
      if (!result!.isInvalid) notes.push(diagnostic('not-formatted', { path, reason: result!.reason }));
      return undefined;
    };
    const isFormatted = (await format(before)) === before.replaceAll('\r\n', '\n');
    const text = isFormatted ? await format(after) : undefined;
    const written = text && withLineEnds(text, lineEndOf(after));
    if (written !== undefined && written !== after) formatted.set(path, written);
  }
  return {
    notes,
    files: files.map((file) => withText(file, formatted.get(file.path))),
    placed: (each) => {
      const path = each.position?.file;
      const text = path === undefined ? undefined : formatted.get(path);
      return text === undefined ? each : moved(each, texts.get(path!)![1], text);
    },
  };
}

function withText(file: DesiredFile, content: string | undefined): DesiredFile {
  if (content === undefined) return file;
  return { ...file, content, ...(file.recordAs === file.content ? { recordAs: content } : {}) };
}

/** Returns the settings of Prettier in a project; undefined if there are none, or if they are not plain options. */
function settingsOf(host: Host, root: string): Options | undefined {
  const text = host.read(posix.join(root, '.prettierrc.json'));
  if (text === undefined) return undefined;
  try {
    const settings: unknown = JSON.parse(text);
    const isPlain =
      typeof settings === 'object' && settings !== null && !('plugins' in settings || 'overrides' in settings);
    return isPlain ? settings : undefined;
  } catch {
    return undefined;
  }
}

/** Moves a diagnostic to the new place of its line. */
function moved(each: Diagnostic, before: string, after: string): Diagnostic {
  const position = each.position!;
  let [line, newLine] = [1, 1];
  const changes = diffArrays(before.split('\n'), after.split('\n'), { maxEditLength: mostChanges });
  for (const { added, removed, count } of changes ?? []) {
    if (added) newLine += count;
    else if (line + count > position.line) {
      // A line that becomes several lines begins with the first of them.
      const by = removed ? 0 : position.line - line;
      return { ...each, position: { ...position, line: newLine + by } };
    } else {
      line += count;
      if (!removed) newLine += count;
    }
  }
  return each;
}
