import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { isMemberName } from './identifiers.js';

/** A word, literal or punctuation mark in code. */
export interface Token {
  /** The text, which is the same for every way to write it: strings have single quotes. */
  readonly text: string;
  /** Offsets in the file, excluding the white space and comments before it. */
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the tokens of a node, except comments and the semicolons and commas that a formatter may omit.
 * @param without a node whose tokens are omitted
 * @param names other names for identifiers
 */
export function tokensOf(
  node: ts.Node,
  file: ts.SourceFile,
  { without, names = noNames }: { readonly without?: ts.Node | undefined; readonly names?: Names } = {},
): readonly Token[] {
  const found: Token[] = [];
  const namespaces = new Set(namespacesIn(file).values());
  const pending: ts.Node[] = [node];
  // A loop, because a chain is as deep as it is long.
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next === without) continue;
    const children = next.getChildren(file).filter((each) => !typescript.isJSDoc(each));
    const start = next.getStart(file);
    const isWhole = isOfNamespace(next, namespaces);
    if (children.length > 0 && !isWhole) pending.push(...children.toReversed());
    else if (next.end > start) found.push({ text: textOf(next, file, names), start, end: next.end });
  }
  return found.filter(({ text }, index) => text !== ';' && !(text === ',' && isClosing(found[index + 1])));
}

/** Other names for identifiers. */
export type Names = ReadonlyMap<string, string>;

export const noNames: Names = new Map();

/** Returns the names under which a file imports modules as a whole, by the modules. */
export function namespacesIn({ statements }: ts.SourceFile): ReadonlyMap<string, string> {
  return new Map(
    statements.filter(typescript.isImportDeclaration).flatMap(({ importClause, moduleSpecifier }) => {
      const bindings = importClause?.namedBindings;
      const isWhole = bindings !== undefined && typescript.isNamespaceImport(bindings);
      return isWhole ? [[(moduleSpecifier as ts.StringLiteral).text, bindings.name.text] as const] : [];
    }),
  );
}

/** Reports whether a node is a member of a module, such as `api.Webhook`: a name like any other. */
function isOfNamespace(node: ts.Node, namespaces: ReadonlySet<string>): boolean {
  if (namespaces.size === 0) return false;
  if (typescript.isQualifiedName(node)) return typescript.isIdentifier(node.left) && namespaces.has(node.left.text);
  if (!typescript.isPropertyAccessExpression(node) || node.questionDotToken !== undefined) return false;
  return typescript.isIdentifier(node.expression) && namespaces.has(node.expression.text);
}

function textOf(node: ts.Node, file: ts.SourceFile, names: Names): string {
  if (typescript.isIdentifier(node)) return isMemberName(node) ? node.text : (names.get(node.text) ?? node.text);
  if (typescript.isStringLiteral(node)) return `'${node.text}'`;
  return file.text.slice(node.getStart(file), node.end);
}

function isClosing(token: Token | undefined): boolean {
  return token !== undefined && /^[)\]}>]$/.test(token.text);
}

/**
 * Returns our code as a user would write it in a file of theirs: with their names, quotes and line endings.
 * @param file the file with our code
 */
export function codeIn(
  style: CodeStyle,
  file: ts.SourceFile,
  node: ts.Node,
  [start, end]: readonly [number, number],
): string {
  let text = '';
  let at = start;
  const visit = (each: ts.Node): void => {
    if (each.end <= start || each.pos >= end) return;
    const written = ownForm(each, style, file);
    const first = each.getStart(file);
    if (written === undefined || first < at || each.end > end) return typescript.forEachChild(each, visit);
    text += file.text.slice(at, first) + written;
    at = each.end;
  };
  visit(node);
  return (text + file.text.slice(at, end)).replaceAll(/\r?\n/g, style.eol);
}

/** The style of a user's code. */
export interface CodeStyle {
  readonly quote: string;
  readonly eol: string;
  readonly names: Names;
}

function ownForm(node: ts.Node, { quote, names }: CodeStyle, file: ts.SourceFile): string | undefined {
  if (typescript.isIdentifier(node)) return isMemberName(node) ? undefined : names.get(node.text);
  if (!typescript.isStringLiteral(node) || /["'\\]/.test(node.text)) return undefined;
  return file.text[node.getStart(file)] === quote ? undefined : `${quote}${node.text}${quote}`;
}
