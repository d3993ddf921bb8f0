import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Kind } from '../../../base/model/kind.js';
import { Lines } from '../../../base/model/lines.js';
import type { Position } from '../../../base/model/position.js';
import { celOffset, celPositions, type CelPosition } from '../cel-position.js';
import { aboveTotal, withoutConsequences } from '../consequences.js';
import { crdPlace, type CrdPlace } from '../crd-position.js';
import type { ServerError } from '../../../base/helper/protocol.js';

/** One problem with the CustomResourceDefinition of a kind. */
export interface CrdProblem {
  /** The path in the CRD. */
  readonly path: string;
  /** The complete message of the API server. */
  readonly message: string;
  /** The position in the CEL expression, if it does not compile. */
  readonly inRule?: CelPosition | undefined;
  readonly place: CrdPlace;
}

/** Context of the errors about a kind. */
export interface CrdContext {
  /** Returns the text of a source file. */
  readonly source: (file: string) => string | undefined;
  /** Reports whether to report a problem. */
  readonly concerns?: (problem: CrdProblem) => boolean;
  /** Returns tested remedies, by problem. Problems that share a remedy are consequences of each other. */
  readonly remedies?: (problems: readonly CrdProblem[]) => Promise<ReadonlyMap<CrdProblem, string | undefined>>;
}

/** Returns the errors of the API server about the CustomResourceDefinition of a kind, at the positions in the sources. */
export async function crdRejections(
  kind: Kind,
  errors: readonly ServerError[],
  { source, remedies, concerns = () => true }: CrdContext,
): Promise<readonly Diagnostic[]> {
  const problems = withoutConsequences(errors)
    .flatMap((each) => problemsOf(kind, each))
    .filter(concerns);
  const tried = await remedies?.(problems);
  return problems
    .filter((each) => tried === undefined || tried.has(each))
    .map((each) => rejection(each, tried?.get(each) ?? remedyOf(each.message), source));
}

/** Reports whether a problem is about a CEL expression that does not compile, or about the cost of rules. */
export function isAboutRules({ inRule, message }: CrdProblem): boolean {
  return inRule !== undefined || /estimated \w+ cost/.test(message);
}

/** Reports whether a problem is about the cost of a rule in a marker, or of all rules together. */
export function isAboutWrittenRules({ message, place }: CrdProblem): boolean {
  return aboveTotal.test(message) || (place.validation?.cost !== undefined && /estimated \w+ cost/.test(message));
}

/** Returns the problems in one error: a CEL expression that does not compile can have several. */
function problemsOf(kind: Kind, { field: path = '', message }: ServerError): readonly CrdProblem[] {
  const place = crdPlace(kind, path);
  const positions = place.validation && expressionAt(path) ? celPositions(message) : [];
  if (positions.length === 0) return [{ path, message, place }];
  return positions.map((inRule) => ({ path, message, place, inRule }));
}

/** Returns the field of a rule that a path leads to, if it is a CEL expression. */
export function expressionAt(path: string): 'rule' | 'messageExpression' | undefined {
  return (['rule', 'messageExpression'] as const).find((each) => path.endsWith(`.${each}`));
}

function rejection(
  { path, message, inRule, place }: CrdProblem,
  remedy: string | undefined,
  source: CrdContext['source'],
): Diagnostic {
  const at = expressionAt(path);
  const expression = place.validation?.[at ?? 'rule'];
  // The marker begins with the rule, so that a problem with another expression needs its own position.
  const within = inRule ?? (at === 'messageExpression' ? { line: 1, column: 1, reason: message } : undefined);
  const position =
    expression !== undefined && within ? positionInRule(place, expression, within, source) : place.position;
  const reason = inRule?.reason ?? message;
  return diagnostic('rejected-by-api-server', { field: place.field, path, reason, remedy }, position);
}

/** Maximum number of characters between a marker and the text of its rule. */
const longestDistance = 200;

/** Returns the position in the source if it contains the rule literally; otherwise, that of the marker. */
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
  // If it is farther away, it belongs to another marker, and this rule is written differently, such as with escapes.
  if (start === -1 || start - from > longestDistance) return position;
  return { file: position.file, ...lines.positionOf(start + celOffset(rule, inRule)) };
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
