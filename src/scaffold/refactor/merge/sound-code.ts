import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { parseErrors, parseFile } from '../../../language/compiler/parse-source.js';
import { tokensOf, type Token } from '../code/code-tokens.js';
import { isExported } from '../code/code-units.js';
import { freeNames } from '../code/free-names.js';
import { boundNames } from './merge-imports.js';
import { isNamedImport } from '../imports/unused-imports.js';

/** Versions of a file of code: before and after a change, and as scaffolded after the change. */
export interface ChangedText {
  readonly text: string;
  readonly before: string;
  readonly scaffolded: string;
}

/**
 * Reports whether code can be parsed, declares and exports no name twice, and has all names that it uses, unless it had
 * the problem before.
 */
export function isSound(path: string, changed: ChangedText): boolean {
  const [file, old] = [parseFile(path, changed.text), parseFile(path, changed.before)];
  const isWorse = (countOf: (each: ts.SourceFile) => number): boolean => countOf(file) > countOf(old);
  if ([faultsIn, repeatedNames, repeatedExports].some(isWorse)) return false;
  return missingNames(path, changed).size === 0;
}

/** Returns the names that code uses but lacks since a change; names that scaffolded code also lacks are global. */
export function missingNames(path: string, { text, before, scaffolded }: ChangedText): ReadonlySet<string> {
  const [now, old] = [freeNames(path, text), freeNames(path, before)];
  const candidates = [...now.unknown].filter((each) => !old.unknown.has(each));
  const unknown = candidates.length === 0 ? old.unknown : freeNames(path, scaffolded).unknown;
  const onlyTypes = [...now.onlyTypes].filter((each) => !old.onlyTypes.has(each));
  return new Set([...candidates.filter((each) => !unknown.has(each)), ...onlyTypes]);
}

/**
 * Returns code with the strings of another version of it; everything else, such as comments, is unchanged. Undefined if
 * the versions differ in more than the contents of strings, comments and formatting.
 */
export function withStringsOf(path: string, text: string, other: string): string | undefined {
  const [own, others] = [stringsAndCode(path, text), stringsAndCode(path, other)];
  if (own.length !== others.length) return undefined;
  const changed = own
    .map((each, index) => ({ ...each, by: others[index]! }))
    .filter(({ text: token, by }) => token !== by.text);
  if (!changed.every(({ isString, by }) => isString && by.isString)) return undefined;
  return changed.toReversed().reduce((result, { start, end, by }) => {
    const quote = text[start]!;
    const isPlain = by.text.startsWith("'") && /^["']$/.test(quote) && !/["'\\\n]/.test(by.text.slice(1, -1));
    const written = isPlain ? quote + by.text.slice(1, -1) + quote : other.slice(by.start, by.end);
    return result.slice(0, start) + written + result.slice(end);
  }, text);
}

function stringsAndCode(path: string, text: string): readonly (Token & { readonly isString: boolean })[] {
  const file = parseFile(path, text);
  return tokensOf(file, file).map((each) => ({ ...each, isString: /^['"`]/.test(each.text) }));
}

/** Returns the number of syntax errors, including the use of `type` in an import of types. */
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
