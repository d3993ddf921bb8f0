import { posix } from 'node:path';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { parseErrors, parseFile } from '../../../language/compiler/parse-source.js';
import { applyEdits, type Edit } from '../code/code-edit.js';
import { commentsAbove } from '../code/code-units.js';
import { identifiersOf } from '../code/identifiers.js';
import { boundNames } from './merge-imports.js';
import { specifiersOf } from '../code/specifiers.js';
import { decoratorName, decoratorsOf } from './unit-edits.js';
import { importEdits, isNamedImport, namesIn } from '../imports/unused-imports.js';

/** The name of the module that declares the group and the version of the types in its folder. */
const groupVersionModule = './group-version.js';

/** Markers about a version itself, and not about its fields. */
const ofVersion = new Set(['StorageVersion', 'UnservedVersion', 'DeprecatedVersion', 'SkipVersion']);
const tagOfVersion =
  /(?:\r?\n[ \t]*\*|(?<=\/\*\*))[ \t]*@(?:storageVersion|unservedVersion|deprecatedVersion|skipVersion)\b[^\r\n*]*(?:\*(?!\/)[^\r\n*]*)*/gi;

/** Types of a kind, copied for another version. */
export interface VersionCopy {
  readonly text: string;
  /** The modules next to the original file that are imported from there. */
  readonly shared: readonly string[];
}

/**
 * Returns the types of a kind as a file of another version, in a folder next to that of the original: without the other
 * kinds of the file, and without markers about the original version.
 * @param isCopied whether a module next to the original file is copied with it
 * @returns undefined if the file does not declare the kind with the group and version of its folder
 */
export function versionCopy(
  path: string,
  text: string,
  className: string,
  isCopied: (module: string) => boolean,
): VersionCopy | undefined {
  const file = parseFile(path, text);
  const kinds = file.statements.filter((each) => typescript.isClassDeclaration(each) && isKind(each));
  const own = kinds.find((each) => (each as ts.ClassDeclaration).name?.text === className);
  if (own === undefined || parseErrors(file).length > 0 || !isOfFolder(file, own)) return undefined;
  const removed = removedStatements(file, own, new Set(kinds));
  // A declaration that is kept uses another kind.
  if (kinds.some((each) => each !== own && !removed.has(each))) return undefined;
  const markers = decoratorsOf(own).filter((each) => ofVersion.has(decoratorName(each)));
  return withoutParts(file, { removed, markers, own }, isCopied);
}

/** Returns another file that belongs to the types of a kind, as a file of another version. */
export function copiedPart(path: string, text: string, isCopied: (module: string) => boolean): VersionCopy {
  return withSpecifiers(parseFile(path, text), [], isCopied);
}

function isKind(declaration: ts.Node): boolean {
  return decoratorsOf(declaration).some((each) => decoratorName(each) === 'Resource');
}

/** Reports whether a kind has the group and version that its folder declares. */
function isOfFolder(file: ts.SourceFile, kind: ts.Statement): boolean {
  const imported = boundNames(
    file.statements.filter(
      (each) => isNamedImport(each) && (each.moduleSpecifier as ts.StringLiteral).text === groupVersionModule,
    ),
  );
  const resource = decoratorsOf(kind).find((each) => decoratorName(each) === 'Resource')!.expression;
  const [argument] = typescript.isCallExpression(resource) ? resource.arguments : [];
  return argument !== undefined && imported.includes(argument.getText(file));
}

/** Returns the other kinds of a file, and the declarations that only they use. */
function removedStatements(
  file: ts.SourceFile,
  own: ts.Statement,
  kinds: ReadonlySet<ts.Statement>,
): ReadonlySet<ts.Statement> {
  const others = [...kinds].filter((each) => each !== own);
  const used = usedBy(file, others);
  const kept = usedBy(
    file,
    file.statements.filter((each) => each === own || (!kinds.has(each) && !used.has(each))),
  );
  return new Set([...used].filter((each) => !kept.has(each)));
}

/** Returns statements, and the declarations of the file that they use directly or indirectly. */
function usedBy(file: ts.SourceFile, statements: readonly ts.Statement[]): ReadonlySet<ts.Statement> {
  const declarations = file.statements.filter((each) => !typescript.isImportDeclaration(each));
  const declared = new Map(declarations.flatMap((each) => boundNames([each]).map((name) => [name, each] as const)));
  const found = new Set(statements.filter((each) => !typescript.isImportDeclaration(each)));
  for (const each of found) {
    for (const name of namesIn(each, [])) {
      const declaration = declared.get(name);
      if (declaration !== undefined) found.add(declaration);
    }
  }
  return found;
}

interface Parts {
  readonly removed: ReadonlySet<ts.Statement>;
  readonly markers: readonly ts.Decorator[];
  readonly own: ts.Statement;
}

function withoutParts(
  file: ts.SourceFile,
  { removed, markers, own }: Parts,
  isCopied: (module: string) => boolean,
): VersionCopy {
  const { text } = file;
  const gone = [...removed].map((each): Edit => {
    const start = commentsAbove(each, file)[0]?.pos ?? each.getStart(file);
    return { start, end: each.end + /^\s*/.exec(text.slice(each.end))![0].length, text: '' };
  });
  const unmarked = markers.map((each): Edit => {
    const blanks = /^\s*/.exec(text.slice(each.end))![0];
    return { start: each.getStart(file), end: each.end + blanks.length, text: '' };
  });
  const tags = commentsAbove(own, file).flatMap(({ pos, end }) =>
    [...text.slice(pos, end).matchAll(tagOfVersion)].map(({ index, 0: line }): Edit => {
      return { start: pos + index, end: pos + index + line.trimEnd().length, text: '' };
    }),
  );
  const edits = [...gone, ...unmarked, ...tags];
  return withSpecifiers(file, [...edits, ...unusedImports(file, edits)], isCopied);
}

/** Returns the edits that remove the imports of names that are used only in removed text. */
function unusedImports(file: ts.SourceFile, removed: readonly Edit[]): readonly Edit[] {
  const imports = file.statements.filter(isNamedImport);
  const isInside = (start: number, ranges: readonly { readonly start: number; readonly end: number }[]): boolean =>
    ranges.some((each) => start >= each.start && start < each.end);
  const ofImports = imports.map((each) => ({ start: each.pos, end: each.end }));
  const uses = [...identifiersOf(file)].filter(([start]) => !isInside(start, ofImports));
  const gone = new Set(uses.flatMap(([start, { text }]) => (isInside(start, removed) ? [text] : [])));
  const left = new Set(uses.flatMap(([start, { text }]) => (isInside(start, removed) ? [] : [text])));
  return imports.flatMap((each) => importEdits(file, each, ({ name: { text } }) => gone.has(text) && !left.has(text)));
}

/**
 * Applies edits to a file, and changes its imports from its own folder so that they still refer to that folder, unless
 * the imported module is copied.
 */
function withSpecifiers(
  file: ts.SourceFile,
  edits: readonly Edit[],
  isCopied: (module: string) => boolean,
): VersionCopy {
  const folder = posix.basename(posix.dirname(file.fileName));
  const isRemoved = (start: number): boolean => edits.some((each) => start >= each.start && start < each.end);
  const near = specifiersOf(file).filter(
    ({ text, start }) => text.startsWith('./') && text !== groupVersionModule && !isRemoved(start) && !isCopied(text),
  );
  const moved = near.map(({ start, end, text }): Edit => ({ start, end, text: `../${folder}/${text.slice(2)}` }));
  return {
    text: applyEdits(file.text, [...edits, ...moved]),
    shared: [...new Set(near.map(({ text }) => text))],
  };
}
