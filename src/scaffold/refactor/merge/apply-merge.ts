import { posix } from 'node:path';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { parseFile } from '../../../language/compiler/parse-source.js';
import { usualLineEnd, placeOf } from '../../../base/text/text.js';
import { defined } from '../../../base/model/defined.js';
import { applyEdits, type Edit } from '../code/code-edit.js';
import type { CodeStyle } from '../code/code-tokens.js';
import { isExported, isStatement, shownName, unitsOf, type Unit } from '../code/code-units.js';
import { isDeclared } from '../code/enclosing-code.js';
import { boundNames, mergeImports, withoutUnusedImports, type Imported } from './merge-imports.js';
import { dropUnused } from './needed-code.js';
import { isSound, missingNames } from './sound-code.js';
import { removeMarkers } from './remove-units.js';
import { type CodeProblem, type UnitMerge } from './unit-edits.js';
import { isNamedImport, namesIn } from '../imports/unused-imports.js';

/** The result of a change of code that a user has edited. */
export interface MergedCode {
  /** The new texts of files: of the file itself, and of others to which the user has moved declarations. */
  readonly files: ReadonlyMap<string, string>;
  /** The parts of the change that were not made. */
  readonly problems: readonly PlacedProblem[];
}

export interface PlacedProblem extends Pick<
  CodeProblem,
  'kind' | 'symbol' | 'lines' | 'isGone' | 'isUsed' | 'hadMarkers'
> {
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
}

/** The versions of a file. */
export interface CodeFiles {
  readonly existing: ts.SourceFile;
  readonly before: ts.SourceFile;
  readonly after: ts.SourceFile;
}

/**
 * Applies the edits of a merge, and adds the imports that they need. Edits that need names that no file has become
 * problems.
 * @param parts the files to which declarations of the file were moved, and others that it imports
 * @returns undefined if the code would not be sound
 */
export function applyMerge(
  files: CodeFiles,
  merge: UnitMerge,
  { held, others }: { readonly held: ReadonlySet<ts.SourceFile>; readonly others: readonly ts.SourceFile[] },
): MergedCode | undefined {
  for (;;) {
    dropUnused(files, merge);
    const texts = new Map<ts.SourceFile, string>();
    for (const file of new Set([...held, ...others, ...merge.edits.keys()])) texts.set(file, editedText(file, merge));
    for (const [file, text] of texts)
      if (text !== file.text || held.has(file)) texts.set(file, withImports(files, file, texts, merge));
    const wrong = [...texts].map(([file, text]) => [file, missingIn(files, file, text)] as const);
    const [file, names] = wrong.find(([, each]) => each.size > 0) ?? [];
    if (file === undefined) return resultOf(files, merge, texts);
    if (!dropEdits(merge, file, names!)) return undefined;
  }
}

function editedText(file: ts.SourceFile, { edits }: UnitMerge): string {
  return applyEdits(file.text, editsOf(edits, file));
}

function editsOf(edits: UnitMerge['edits'], file: ts.SourceFile): readonly Edit[] {
  const eol = usualLineEnd(file.text);
  return (edits.get(file) ?? []).map((edit) => ({ ...edit, text: edit.text.replaceAll(/\r?\n/g, eol) }));
}

function missingIn({ after }: CodeFiles, file: ts.SourceFile, text: string): ReadonlySet<string> {
  if (text === file.text) return new Set();
  return missingNames(file.fileName, { text, before: file.text, scaffolded: after.text });
}

function resultOf(
  { existing, after }: CodeFiles,
  merge: UnitMerge,
  all: ReadonlyMap<ts.SourceFile, string>,
): MergedCode | undefined {
  const texts = new Map<string, string>();
  for (const [file, text] of all) {
    const changed = { text, before: file.text, scaffolded: after.text };
    if (text !== file.text && !isSound(file.fileName, changed)) return undefined;
    if (text !== file.text || file === existing) texts.set(file.fileName, text);
  }
  return { files: texts, problems: merge.problems.map((each) => placed(each, existing, texts)) };
}

/** Undoes edits that use or remove names that the code no longer has. @returns whether there is such an edit */
function dropEdits(merge: UnitMerge, file: ts.SourceFile, names: ReadonlySet<string>): boolean {
  const mentions = (text: string): boolean => (text.match(/[A-Za-z_$][\w$]*/g) ?? []).some((each) => names.has(each));
  const edits = merge.edits.get(file) ?? [];
  const removed = ({ start, end }: Edit): string => file.text.slice(start, end);
  const added = edits.filter(({ text }) => mentions(text));
  const dropped = added.length > 0 ? added : edits.filter((each) => mentions(removed(each)));
  merge.edits.set(
    file,
    edits.filter((each) => !dropped.includes(each)),
  );
  for (const edit of dropped) {
    const unit = merge.added.get(edit);
    // A declaration is only added for code that uses it, which is reported instead.
    if (unit === undefined || !isDeclared(unit.node) || merge.isTold(namesIn(unit.node, [])))
      merge.problems.push(keptClass(merge, edit) ?? takenBack(edit, removed(edit), file));
  }
  return dropped.length > 0;
}

/** Keeps a class, without its markers, that the change would remove but that the user's code needs. */
function keptClass(merge: UnitMerge, edit: Edit): CodeProblem | undefined {
  const [old, own] = merge.removed.get(edit) ?? [];
  if (old === undefined || own === undefined || !typescript.isClassDeclaration(own.node)) return undefined;
  const hadMarkers = removeMarkers(merge, old, own);
  return { kind: 'keep', symbol: shownName(own), place: own, lines: [], isUsed: true, hadMarkers };
}

function takenBack({ start: from, text }: Edit, removed: string, file: ts.SourceFile): CodeProblem {
  // The white space above removed code belongs to it, and not to the declaration before it.
  const start = from + /^\s*/.exec(removed)![0].length;
  const place = unitsOf(file).find(({ node }) => node.pos <= start && start <= node.end);
  const kind = text.trim() === '' ? 'remove' : removed.trim() === '' ? 'add' : 'replace';
  const lines = (kind === 'remove' ? removed : text).trim().split(/\r?\n/);
  const isWithin = place !== undefined && start < place.node.end;
  const symbol = isWithin ? shownName(place) : posix.basename(file.fileName);
  const node = place && kind === 'remove' ? statementAt(place.node, start) : place?.node;
  return { kind, symbol, lines, ...(place && node && { place: { ...place, node } }) };
}

/** Returns the innermost statement or member of a class at an offset in a declaration. */
function statementAt(declaration: ts.Node, offset: number): ts.Node {
  let found = declaration;
  const visit = (each: ts.Node): void => {
    if (offset < each.pos || offset >= each.end) return;
    if (isStatement(each) || typescript.isClassElement(each)) found = each;
    typescript.forEachChild(each, visit);
  };
  visit(declaration);
  return found;
}

function withImports(
  files: CodeFiles,
  file: ts.SourceFile,
  texts: ReadonlyMap<ts.SourceFile, string>,
  merge: UnitMerge,
): string {
  const changed = parseFile(file.fileName, texts.get(file)!);
  const local = [...texts].flatMap(([each, text]) => (each === file ? [] : exportsOf(each.fileName, text)));
  const text = mergeImports({ ...files, local }, changed, editsOf(merge.edits, file), merge.style);
  const others = removedImports(files, merge.style);
  return withoutUnusedImports(file.fileName, { text, before: file.text }, others);
}

/** Returns the declarations that a file exports. */
function exportsOf(path: string, text: string): readonly Imported[] {
  return parseFile(path, text).statements.flatMap((each) => {
    if (!isExported(each) || typescript.isExportDeclaration(each)) return [];
    const isType = typescript.isInterfaceDeclaration(each) || typescript.isTypeAliasDeclaration(each);
    return boundNames([each]).map((name) => ({ path, name, text: `${isType ? 'type ' : ''}${name}`, isType }));
  });
}

/** Returns the names that the change no longer imports. */
function removedImports({ before, after }: CodeFiles, { names }: CodeStyle): ReadonlySet<string> {
  const left = importedNames(after);
  return new Set([...importedNames(before)].filter((each) => !left.has(each)).map((each) => names.get(each) ?? each));
}

function importedNames(file: ts.SourceFile): ReadonlySet<string> {
  const names = file.statements
    .filter(isNamedImport)
    .flatMap(({ importClause }) => [...importClause.namedBindings.elements]);
  return new Set(names.map(({ name }) => name.text));
}

/** Returns a problem with the position of its declaration after the change. */
function placed(problem: CodeProblem, existing: ts.SourceFile, texts: ReadonlyMap<string, string>): PlacedProblem {
  const { kind, symbol, lines, place, isGone, isUsed, hadMarkers } = problem;
  const path = place?.file.fileName ?? existing.fileName;
  const text = texts.get(path);
  const found = text === undefined ? undefined : placeAfter(path, text, problem);
  const old = found ?? (place && placeOf(place.file.text, place.node.getStart(place.file)));
  return { kind, symbol, lines, path, ...old, ...(isGone && { isGone }), ...defined({ isUsed, hadMarkers }) };
}

function placeAfter(
  path: string,
  text: string,
  { kind, symbol, place }: CodeProblem,
): ReturnType<typeof placeOf> | undefined {
  const ofSymbol = (): ReturnType<typeof placeOf> | undefined => placeOfSymbol(path, text, symbol);
  // The first line of a class that is kept may have changed, for example if it was that of a decorator.
  return kind === 'keep' ? ofSymbol() : ((place && placeIn(text, place)) ?? ofSymbol());
}

/** Returns the position of code after a change, if it is certain. */
function placeIn(text: string, { node, file }: Unit): ReturnType<typeof placeOf> | undefined {
  const code = file.text.slice(node.getStart(file), node.end);
  const [line] = code.split(/\r?\n/, 1);
  for (const each of [code, line!]) {
    const start = text.indexOf(each);
    if (start >= 0 && text.indexOf(each, start + 1) < 0) return placeOf(text, start);
  }
  return undefined;
}

function placeOfSymbol(path: string, text: string, symbol: string): ReturnType<typeof placeOf> | undefined {
  const unit = unitsOf(parseFile(path, text)).find((each) => shownName(each) === symbol);
  return unit && placeOf(text, unit.node.getStart(unit.file));
}
