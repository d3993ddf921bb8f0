import { posix } from 'node:path';
import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { parseErrors, parseFile } from '../../../language/compiler/parse-source.js';
import type { MergeTexts } from '../../../base/merge/merge-file.js';
import { usualLineEnd } from '../../../base/text/text.js';
import { applyMerge, type CodeFiles, type MergedCode } from './apply-merge.js';
import { tokensOf, type CodeStyle } from '../code/code-tokens.js';
import { namedAsBefore, unitsOf } from '../code/code-units.js';
import { isName } from '../code/identifiers.js';
import { quoteOf } from '../code/list-edit.js';
import { namedUnits, namesOf } from './matched-units.js';
import { mergeUnits } from './merge-units.js';
import { newNames } from './needed-code.js';
import type { UnitMerge } from './unit-edits.js';
import { namesIn } from '../imports/unused-imports.js';

export interface MergeCodeOptions {
  /** Returns the text of another file of the project. */
  readonly read?: (path: string) => string | undefined;
  /** Names of declarations that other code needs: the change does not remove them. */
  readonly needed?: ReadonlySet<string> | undefined;
  /** Whether declarations are removed even if the user has edited them. */
  readonly isForced?: boolean | undefined;
  /**
   * Reports whether a release moves a file. Without it, the user has requested a change of names or parts, so that
   * names and strings are also changed in edited code.
   */
  readonly isMoved?: ((from: string, to: string) => boolean) | undefined;
}

/**
 * Applies the change between two scaffolded versions of a file to the user's version, by declarations. Their names,
 * order, formatting and files, and other declarations, do not matter. Parts of the change that the user's code already
 * has are not changed.
 * @returns undefined if one of the texts or the result cannot be parsed
 */
export function mergeCode(
  path: string,
  texts: MergeTexts,
  { read = () => undefined, needed = new Set(), isForced = false, isMoved }: MergeCodeOptions = {},
): MergedCode | undefined {
  const [existing, before, after] = [texts.existing, texts.before, texts.after].map((text) => parseFile(path, text));
  if ([existing, before, after].some((file) => parseErrors(file!).length > 0)) return undefined;
  const files = { existing: existing!, before: before!, after: after! };
  const others = importedCode(files.existing, read);
  const style = styleOf(files, others);
  const scaffolded = unitsOf(files.before, style.names);
  const wanted = unitsOf(files.after, style.names);
  const lists = {
    existing: namedUnits(unitsOf(files.existing), others, [...scaffolded, ...wanted]),
    before: scaffolded,
    after: namedAsBefore(scaffolded, wanted),
  };
  const isOptional = path.endsWith('.test.ts');
  const known = new Set(namesIn(files.before, []));
  const come = newNames(files);
  const isConnection = (names: readonly string[]): boolean => !isOptional && names.some((each) => come.has(each));
  const merge: UnitMerge = {
    edits: new Map(),
    problems: [],
    removed: new Map(),
    added: new Map(),
    style,
    isNeeded: (symbol) => needed.has(symbol),
    isForced,
    elsewhere: () => [files.existing, ...others].map((file) => [file, tokensOf(file, file)] as const),
    isOptional,
    hasUnreadImports: files.existing.statements.some(isUnreadImport),
    isUnknown: (name) => !known.has(name),
    isNew: (name) => come.has(name),
    isConnection,
    // An upgrade reports the additions of the release.
    isTold: (names) => (isMoved !== undefined && !isOptional) || isConnection(names),
    isRenamed: (from, to) => isRenamed(from, to, isMoved),
  };
  const start = files.existing.statements.findLast(typescript.isImportDeclaration)?.end ?? 0;
  mergeUnits(merge, lists, { start, file: files.existing });
  const held = new Set([files.existing, ...lists.existing.map(({ file }) => file)]);
  return applyMerge(files, merge, { held, others });
}

function isRenamed(from: string, to: string, isMoved: MergeCodeOptions['isMoved']): boolean {
  const isString = [from, to].every((each) => /^['"`]/.test(each));
  if (isMoved === undefined) return isString || [from, to].every(isName);
  const [old, path] = [from, to].map((each) => each.slice(1, -1).replace(/^\.\//, ''));
  return isString && isMoved(old!, path!);
}

function styleOf(files: CodeFiles, others: readonly ts.SourceFile[]): CodeStyle {
  const { existing } = files;
  return { quote: quoteOf(existing), eol: usualLineEnd(existing.text), names: namesOf(files, others) };
}

/**
 * Returns the files next to a file from which it imports, including through files that re-export others: the user may
 * have moved declarations there.
 */
function importedCode(file: ts.SourceFile, read: (path: string) => string | undefined): readonly ts.SourceFile[] {
  const found = new Map<string, ts.SourceFile>();
  const seen = new Set([file.fileName]);
  const pending = [...specifiedBy(file, true)];
  for (let path = pending.shift(); path !== undefined; path = pending.shift()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const text = read(path);
    const parsed = text === undefined ? undefined : parseFile(path, text);
    if (parsed === undefined || parseErrors(parsed).length > 0) continue;
    found.set(path, parsed);
    pending.push(...specifiedBy(parsed, false));
  }
  return [...found.values()];
}

/** Returns the files from which a file re-exports, and those from which it imports. */
function specifiedBy(file: ts.SourceFile, withImports: boolean): readonly string[] {
  const specifiers = file.statements.flatMap((each) =>
    ((withImports && typescript.isImportDeclaration(each)) || typescript.isExportDeclaration(each)) &&
    each.moduleSpecifier !== undefined &&
    typescript.isStringLiteral(each.moduleSpecifier)
      ? [each.moduleSpecifier.text]
      : [],
  );
  return specifiers
    .filter((each) => each.startsWith('.') && !each.endsWith('/register.js'))
    .map((each) => posix.join(posix.dirname(file.fileName), each.replace(/\.js$/, '.ts')));
}

/** Reports whether a statement imports through an alias of the project. */
function isUnreadImport(statement: ts.Statement): boolean {
  if (!typescript.isImportDeclaration(statement)) return false;
  return /^(?:[#~]|@\/)/.test((statement.moduleSpecifier as ts.StringLiteral).text);
}
