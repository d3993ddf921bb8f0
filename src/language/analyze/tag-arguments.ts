import type { Argument } from '../markers/argument.js';
import { tagName, type Marker } from '../markers/marker.js';
import { markersByName, markersByTag } from '../markers/registry.js';
import { typescript, type ts } from '../compiler/compiler.js';
import { parseErrors } from '../compiler/parse-source.js';
import type { DocTag } from './doc-comment.js';

/** The arguments of a tag, or the reason why they cannot be read. */
export interface TagArguments {
  readonly expressions: readonly ts.Expression[];
  readonly problem?: string;
  /** The whole tag as it was probably meant, if it contains unquoted text. */
  readonly meant?: string | undefined;
}

// The built-in types repeat the same few tags a thousand times, and each would be parsed as a file.
const parsedTags = new Map<string, readonly ts.Expression[] | string>();

/** Parses the arguments of a tag: JavaScript literals, separated by commas. */
export function tagArguments({ text }: DocTag, marker: Marker): TagArguments {
  const expressions = parsedTags.get(text) ?? parseTag(text);
  parsedTags.set(text, expressions);
  if (typeof expressions === 'string') {
    return { expressions: [], problem: expressions, meant: whole(marker, quotedWords(text, marker)) };
  }
  const bare = expressions.flatMap((each, index) => bareTexts(each, argumentAt(marker, index)));
  return { expressions, meant: bare.length === 0 ? undefined : whole(marker, quotedAt(text, bare)) };
}

function parseTag(text: string): readonly ts.Expression[] | string {
  const file = typescript.createSourceFile('tag.ts', `[${text}\n]`, typescript.ScriptTarget.ES2022, true);
  const [problem] = parseErrors(file);
  if (problem !== undefined)
    return typescript.flattenDiagnosticMessageText(problem.messageText, ' ').replace(/\.$/, '');
  const [statement, ...others] = file.statements;
  const list = statement && typescript.isExpressionStatement(statement) ? statement.expression : undefined;
  if (list === undefined || others.length > 0 || !typescript.isArrayLiteralExpression(list)) return 'it is not a list';
  return list.elements;
}

/** Returns the marker called in the arguments of a tag: `maxLength(1)`, or `Enum('a')`, because `enum` is a keyword. */
export function calledMarker({ expression }: ts.CallExpression): Marker | undefined {
  const name = typescript.isIdentifier(expression) ? expression.text : '';
  return markersByTag.get(name) ?? markersByName.get(name);
}

function argumentAt({ parameters }: Marker, index: number): Argument | undefined {
  return (parameters[index] ?? parameters.at(-1))?.argument;
}

/** Returns the expressions of an argument that are unquoted words where a string is expected. */
function bareTexts(node: ts.Expression, argument: Argument | undefined): readonly ts.Expression[] {
  switch (argument?.type) {
    case undefined:
    case 'number':
    case 'boolean':
      return [];
    case 'markers':
      return typescript.isCallExpression(node) ? bareInCall(node) : [];
    case 'list':
      return elementsOf(node).flatMap((each) => bareTexts(each, argument.of));
    case 'record':
      return valuesOf(node).flatMap(({ value }) => bareTexts(value, argument.of));
    case 'object':
      return valuesOf(node).flatMap(({ name, value }) => bareTexts(value, argument.fields[name]?.argument));
    case 'json': {
      const parts = [...elementsOf(node), ...valuesOf(node).map(({ value }) => value)];
      const isStructure = typescript.isArrayLiteralExpression(node) || typescript.isObjectLiteralExpression(node);
      return isStructure ? parts.flatMap((each) => bareTexts(each, argument)) : bareText(node);
    }
    default:
      return bareText(node);
  }
}

function bareInCall(call: ts.CallExpression): readonly ts.Expression[] {
  const marker = calledMarker(call);
  return marker === undefined
    ? []
    : call.arguments.flatMap((each, index) => bareTexts(each, argumentAt(marker, index)));
}

function elementsOf(node: ts.Expression): readonly ts.Expression[] {
  return typescript.isArrayLiteralExpression(node) ? node.elements : [];
}

function valuesOf(node: ts.Expression): readonly { readonly name: string; readonly value: ts.Expression }[] {
  if (!typescript.isObjectLiteralExpression(node)) return [];
  return node.properties.flatMap((each) =>
    typescript.isPropertyAssignment(each) ? [{ name: each.name.getText(), value: each.initializer }] : [],
  );
}

function bareText(node: ts.Expression): readonly ts.Expression[] {
  const names = (each: ts.Node): boolean =>
    typescript.isIdentifier(each) || (typescript.forEachChild(each, names) ?? false);
  const isStructure = typescript.isArrayLiteralExpression(node) || typescript.isObjectLiteralExpression(node);
  return !isStructure && names(node) ? [node] : [];
}

function whole(marker: Marker, text: string | undefined): string | undefined {
  return text === undefined ? undefined : `@${tagName(marker)} ${text}`;
}

/** Returns the text of a tag with quotes around some of its expressions, which were parsed after one extra bracket. */
function quotedAt(text: string, bare: readonly ts.Expression[]): string {
  let result = text;
  for (const node of bare.toReversed()) {
    const [start, end] = [node.getStart() - 1, node.getEnd() - 1];
    result = `${result.slice(0, start)}${quote(result.slice(start, end))}${result.slice(end)}`;
  }
  return result;
}

/** Returns text that cannot be parsed in quotes, if the only argument is a string or a list of strings. */
function quotedWords(text: string, { parameters }: Marker): string | undefined {
  const [parameter, ...others] = parameters;
  const [line = ''] = text.split('\n', 1);
  if (parameter === undefined || others.length > 0 || line === '') return undefined;
  const { argument, rest } = parameter;
  if (rest) return argument.type === 'json' || argument.type === 'string' ? quotedList(line) : undefined;
  if (argument.type === 'choice') {
    const word = /^[\w-]+/.exec(line)?.[0] ?? '';
    return argument.values.includes(word) ? quote(word) : undefined;
  }
  const isText = argument.type === 'string' || argument.type === 'pattern' || argument.type === 'json';
  // A quote, a slash or a bracket starts something else that was not finished.
  return isText && !/^['"`/{[(\])}]/.test(line) ? quote(line.trim()) : undefined;
}

function quotedList(line: string): string | undefined {
  const words = line.split(/[\s,;]+/).filter((word) => word !== '');
  const isPlain = words.every((word) => /^(?:'[^']*'|"[^"]*"|[^'"`[\]{}()\\]+)$/.test(word));
  return isPlain ? words.map((word) => (isLiteral(word) ? word : quote(word))).join(', ') : undefined;
}

function isLiteral(word: string): boolean {
  return /^(?:['"].*|-?\d+(?:\.\d+)?|true|false|null)$/.test(word);
}

function quote(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}
