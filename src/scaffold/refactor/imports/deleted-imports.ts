import { posix } from 'node:path';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { parseSource } from '../../../language/compiler/parse-source.js';
import { positionAt } from '../../../language/compiler/position.js';
import type { Host } from '../../../base/io/host.js';
import type { Position } from '../../../base/model/position.js';
import { codeOf, readWorld, type CodeWorld } from '../code/code-world.js';
import { namedElements } from './imports.js';
import { specifiersOf } from '../code/specifiers.js';

/** The code of a project that a change deletes, with absolute paths. */
export interface DeletedCode {
  readonly files: ReadonlySet<string>;
  /** Names that files no longer export, by their paths. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A file that imports deleted code. */
export interface DeletedImport {
  /** The first of the imports. */
  readonly position: Position;
  /** The deleted files and names that it imports. */
  readonly imported: readonly string[];
}

/**
 * Returns the files that import deleted files and names after a change, including through aliases, mocks and
 * `import()`.
 * @param before the project in which the files still exist, so that imports can be resolved
 * @param after the texts after the change
 */
export function importsOfDeleted(
  before: Host,
  after: Host,
  root: string,
  deleted: DeletedCode,
): readonly DeletedImport[] {
  const concerned = [...deleted.files, ...deleted.names.keys()];
  if (concerned.length === 0) return [];
  // A file that names none of them is not parsed.
  const words = [...new Set(concerned.map(wordFor))];
  const world = readWorld(before, root);
  return codeOf(world).flatMap((path): readonly DeletedImport[] => {
    const text = after.read(path);
    if (deleted.files.has(path) || text === undefined || !words.some((each) => text.includes(each))) return [];
    const file = parseSource(path, text, typescript.ScriptTarget.Latest, true);
    const found = importsIn(world, file, deleted);
    const [first] = found;
    if (first === undefined) return [];
    const imported = [...new Set(found.map(({ what }) => what))];
    return [{ position: positionAt(file, first.start, first.end, root), imported }];
  });
}

/** Returns a word that every import of a file contains: its name, or that of its folder. */
function wordFor(path: string): string {
  const [name] = posix.basename(path).split('.', 1);
  return name === 'index' ? posix.basename(posix.dirname(path)) : name!;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly what: string;
}

function importsIn(world: CodeWorld, file: ts.SourceFile, { files, names }: DeletedCode): readonly Found[] {
  const relative = (path: string): string => posix.relative(world.root, path);
  const targets = specifiersOf(file).map(({ text, start, end }) => ({
    ...{ start, end },
    target: world.resolve(text, file.fileName),
  }));
  return targets.flatMap(({ start, end, target }) => {
    if (target === undefined) return [];
    if (files.has(target)) return [{ start, end, what: relative(target) }];
    const lost = names.get(target);
    return lost === undefined
      ? []
      : elementsAt(file, start)
          .filter(({ text }) => lost.has(text))
          .map((each) => ({ start: each.getStart(file), end: each.end, what: `${each.text} of ${relative(target)}` }));
  });
}

/**
 * Returns the names that an import or export lists, as the other file declares them.
 * @param start the offset of its specifier
 */
function elementsAt(file: ts.SourceFile, start: number): readonly ts.ModuleExportName[] {
  const statement = file.statements.find((each) => each.pos <= start && start < each.end);
  if (statement === undefined) return [];
  if (!typescript.isImportDeclaration(statement) && !typescript.isExportDeclaration(statement)) return [];
  return (namedElements(statement) ?? []).map(({ propertyName, name }) => propertyName ?? name);
}
