import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { Kind } from '../model/kind.js';
import { Lines } from '../model/lines.js';
import type { Position } from '../model/position.js';
import { crdPlace, type CrdPlace } from './crd-position.js';
import type { ServerError } from './protocol.js';

/**
 * Returns the errors of the API server about the CustomResourceDefinition of a kind, at the positions in the sources.
 * @param source returns the text of a source file
 */
export function crdRejections(
  kind: Kind,
  errors: readonly ServerError[],
  source: (file: string) => string | undefined,
): readonly Diagnostic[] {
  return withoutConsequences(errors).map((each) => rejection(kind, each, source));
}

/**
 * Returns errors without those that repeat others: a rule that is too expensive by itself is also reported as a part of
 * the total costs, and exceeds them.
 */
function withoutConsequences(errors: readonly ServerError[]): readonly ServerError[] {
  const alone = errors.filter(({ message }) => message.includes('estimated rule cost exceeds budget'));
  if (alone.length === 0) return errors;
  const paths = new Set(alone.map(({ field }) => field));
  return errors.filter(
    ({ field, message }) =>
      !message.includes('estimated rule cost total for entire') &&
      !(message.includes('contributed to estimated rule cost total') && paths.has(field)),
  );
}

function rejection(
  kind: Kind,
  { field: path = '', message }: ServerError,
  source: (file: string) => string | undefined,
): Diagnostic {
  const place = crdPlace(kind, path);
  const { validation } = place;
  const inRule = validation && path.endsWith('.rule') ? celPosition(message) : undefined;
  const position = validation && inRule ? positionInRule(place, validation.rule, inRule, source) : place.position;
  const reason = inRule?.reason ?? message;
  return diagnostic(
    'rejected-by-api-server',
    { field: place.field, path, reason, remedy: remedyOf(message) },
    position,
  );
}

/** A position in the text of a CEL expression; line and column count from 1. */
interface CelPosition {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

/** Reads the first problem that the CEL compiler reports: `ERROR: <input>:1:6: undefined field 'x'`. */
function celPosition(message: string): CelPosition | undefined {
  const [, line, column, reason] = /ERROR: <input>:(\d+):(\d+): ([^\n]*)/.exec(message) ?? [];
  return reason === undefined ? undefined : { line: Number(line), column: Number(column), reason };
}

/** Maximum number of characters between the position of a marker and the text of its rule. */
const longestDistance = 200;

/** Finds the position in the source, where the rule stands as it is; otherwise that of the marker. */
function positionInRule(
  { position }: CrdPlace,
  rule: string,
  inRule: CelPosition,
  source: (file: string) => string | undefined,
): Position {
  const text = source(position.file)?.replace(/^\ufeff/, '');
  if (text === undefined) return position;
  const lines = new Lines(text);
  const from = lines.offsetOf(position);
  const start = text.indexOf(rule, from);
  // Farther away it is the rule of another marker, and this one is written in another way, such as with escapes.
  if (start === -1 || start - from > longestDistance) return position;
  const inLine = rule.split('\n').slice(0, inRule.line);
  // CEL counts characters, not UTF-16 code units.
  const before = Array.from(inLine.pop() ?? '').slice(0, inRule.column - 1);
  const offset = [...inLine, before.join('')].join('\n').length;
  return { file: position.file, ...lines.positionOf(start + offset) };
}

const remedies: readonly (readonly [form: RegExp, remedy: string])[] = [
  [
    /exceeds budget/,
    'limit the lists, records and strings that the rule reads: @MaxItems, @MaxProperties and @MaxLength; or simplify the rule',
  ],
  [
    /contributed to estimated rule cost total/,
    'limit the lists, records and strings that the rules read, or remove rules: together they cost too much',
  ],
  [/compilation failed/, 'fix the rule: see https://kubernetes.io/docs/reference/using-api/cel/'],
];

function remedyOf(message: string): string | undefined {
  return remedies.find(([form]) => form.test(message))?.[1];
}
