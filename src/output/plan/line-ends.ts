import { posix } from 'node:path';
import type { Host } from '../../base/io/host.js';
import type { DesiredFile } from '../../project/layout/desired-file.js';
import { usualLineEnd, withLineEnds } from '../../base/text/text.js';
import { pathProblem } from './path-problem.js';
import type { ScaffoldState } from './state.js';

type Eol = ReturnType<typeof usualLineEnd>;

/**
 * Returns a function that gives a file the line endings that it has or, if it is new, those of the project: those in
 * `.gitattributes`, or else those of most recorded files. Texts that were merged from the user's are kept.
 */
export function lineEndings(host: Host, root: string, recorded: ScaffoldState): (file: DesiredFile) => DesiredFile {
  let usual: Eol | undefined;
  let attributes: readonly Attribute[] | undefined;
  const newEol = ({ path, content }: DesiredFile): Eol => {
    attributes ??= attributesOf(writableText(host, root, '.gitattributes') ?? '');
    const said = attributes.findLast(({ pattern }) => matches(pattern, path))?.eol;
    // The system reads the first line of a script with its carriage return.
    if (said !== undefined || content.startsWith('#!')) return said ?? '\n';
    return (usual ??= usualEol(host, root, recorded));
  };
  return (file) => {
    const { content, ownership, copyOf, movedFrom } = file;
    const existing = writableText(host, root, file.path);
    const isMade = ownership === 'merged' && (existing !== undefined || movedFrom !== undefined);
    if (copyOf !== undefined || isMade || content.includes('\r\n')) return file;
    const eol = existing === undefined ? newEol(file) : usualLineEnd(existing);
    return eol === '\n' ? file : { ...file, content: withLineEnds(content, eol) };
  };
}

/** Returns the line ending of most of the files that the tool wrote. */
function usualEol(host: Host, root: string, recorded: ScaffoldState): Eol {
  const texts = [...recorded.keys()].flatMap((path) => writableText(host, root, path) ?? []);
  const ends = texts.filter((text) => text.includes('\n')).map(usualLineEnd);
  return ends.filter((end) => end === '\r\n').length * 2 > ends.length ? '\r\n' : '\n';
}

/** Returns the text of a file that a plan can write; undefined if there is none, or it cannot be read. */
export function writableText(host: Host, root: string, path: string): string | undefined {
  try {
    return pathProblem(host, root, path) === undefined ? host.read(posix.join(root, path)) : undefined;
  } catch {
    // The plan reports files that cannot be read but have to be written.
    return undefined;
  }
}

/** The line ending for the files that a pattern matches. */
interface Attribute {
  readonly pattern: string;
  readonly eol: Eol;
}

function attributesOf(text: string): readonly Attribute[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [pattern, ...words] = line.trim().split(/\s+/);
    const eol = words.findLast((word) => word === 'eol=crlf' || word === 'eol=lf');
    if (pattern === undefined || eol === undefined) return [];
    return [{ pattern, eol: eol === 'eol=crlf' ? '\r\n' : '\n' } as const];
  });
}

/** Reports whether a path matches a pattern: `*`, a suffix such as `*.ts`, a name, or a path. Other patterns are unsupported. */
function matches(pattern: string, path: string): boolean {
  if (pattern.startsWith('*')) return posix.basename(path).endsWith(pattern.slice(1));
  return pattern.includes('/') ? pattern.replace(/^\//, '') === path : pattern === posix.basename(path);
}
