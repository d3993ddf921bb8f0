import { typescript, type ts } from '../compiler/compiler.js';
import { parseErrors, parseFile } from '../compiler/parse-source.js';
import { tokensOf } from './code-tokens.js';
import { isExported } from './code-units.js';
import { freeNames } from './free-names.js';
import { boundNames } from './merge-imports.js';
import { isNamedImport } from './unused-imports.js';

/** Versions of a file of code: before and after a change, and as it is scaffolded after it. */
export interface ChangedText {
  readonly text: string;
  readonly before: string;
  readonly scaffolded: string;
}

/**
 * Reports whether code can be parsed, declares and exports no name twice, and has all names that it uses, unless this was
 * different before.
 */
export function isSound(path: string, changed: ChangedText): boolean {
  const [file, old] = [parseFile(path, changed.text), parseFile(path, changed.before)];
  const isWorse = (countOf: (each: ts.SourceFile) => number): boolean => countOf(file) > countOf(old);
  if ([faultsIn, repeatedNames, repeatedExports].some(isWorse)) return false;
  return missingNames(path, changed).size === 0;
}

/** Returns the names that code uses and does not have since a change; what scaffolded code does not have either is global. */
export function missingNames(path: string, { text, before, scaffolded }: ChangedText): ReadonlySet<string> {
  const [now, old] = [freeNames(path, text), freeNames(path, before)];
  const candidates = [...now.unknown].filter((each) => !old.unknown.has(each));
  const unknown = candidates.length === 0 ? old.unknown : freeNames(path, scaffolded).unknown;
  const onlyTypes = [...now.onlyTypes].filter((each) => !old.onlyTypes.has(each));
  return new Set([...candidates.filter((each) => !unknown.has(each)), ...onlyTypes]);
}

/** Reports whether two versions of a file have the same code, except for the contents of strings and for comments. */
export function differOnlyInStrings(path: string, one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => {
    const file = parseFile(path, text);
    return tokensOf(file, file).map((each) => (/^['"`]/.test(each.text) ? "''" : each.text));
  });
  return first!.length === second!.length && first!.every((each, index) => each === second![index]);
}

/** Returns the number of syntax errors, with that of `type` in an import of types. */
function faultsIn(file: ts.SourceFile): number {
  const types = file.statements
    .filter(isNamedImport)
    .filter(({ importClause }) => importClause.isTypeOnly)
    .flatMap(({ importClause }) => importClause.namedBindings.elements.filter((each) => each.isTypeOnly));
  return parseErrors(file).length + types.length;
}

function repeatedNames(file: ts.SourceFile): number {
  return repeated(boundNames(file.statements));
}

function repeatedExports(file: ts.SourceFile): number {
  const exported = file.statements.flatMap((each) => {
    if (!typescript.isExportDeclaration(each)) return isExported(each) ? boundNames([each]) : [];
    const { exportClause } = each;
    if (exportClause === undefined || !typescript.isNamedExports(exportClause)) return [];
    return exportClause.elements.map(({ name }) => name.text);
  });
  return repeated(exported);
}

function repeated(names: readonly string[]): number {
  return names.length - new Set(names).size;
}
