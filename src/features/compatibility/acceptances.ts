import * as v from 'valibot';
import { LineCounter } from 'yaml';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { suggest } from '../../base/diagnostics/suggest.js';
import type { Position } from '../../base/model/position.js';
import { placeOf } from '../../base/text/text.js';
import { isYamlProblem, yamlDocument } from '../../base/text/yaml-documents.js';
import { acceptancesFile } from '../../project/paths.js';
import { shapeProblem } from '../../project/shape-problem.js';
import { positionAt, positionsIn } from '../../project/yaml-position.js';
import type { Change } from './change.js';
import { schemaRules } from './compare-schemas.js';
import { kindRemoved, kindRules } from './kind-rules.js';
import { diagnostic, refuse } from './reporting.js';
import { unknownCause } from './unknown-cause.js';
import { versionRules } from './version-rules.js';

/** Reason in the line that a diagnostic shows, which the user replaces. */
const placeholder = 'say why nobody is affected';

const acceptanceShape = v.strictObject({
  crd: v.string(),
  version: v.optional(v.string()),
  path: v.optional(v.string()),
  change: v.pipe(v.string(), v.check(isChange, unknownChange)),
  reason: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('must not be empty'),
    v.check((text) => text !== placeholder, 'must say why nobody is affected'),
  ),
  expires: v.optional(v.pipe(v.string(), v.check(isDate, 'must be a date such as 2027-01-31'))),
});

/** Reports whether a text is a valid date. February 30 is not. */
function isDate(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}

function isChange(id: string): boolean {
  return changeIds.has(id);
}

function unknownChange({ input }: { readonly input: string }): string {
  const similar = suggest(input, changeIds);
  return `is ${JSON.stringify(input)}, which is not a change${similar === undefined ? '' : `: did you mean ${similar}?`}`;
}

/** A break that someone has accepted. */
export interface Acceptance extends v.InferOutput<typeof acceptanceShape> {
  readonly position: Position;
}

/**
 * Returns the accepted breaks in a file; none if there is no file.
 * @throws DiagnosticsError if the file is not valid
 */
export function readAcceptances(written = ''): readonly Acceptance[] {
  // Some editors write a byte order mark, which would begin the first value.
  const text = written.replace(/^\ufeff/, '');
  const lines = new LineCounter();
  const document = yamlDocument(text, { lineCounter: lines });
  if (isYamlProblem(document)) {
    const position = { file: acceptancesFile, ...placeOf(text, document.offset) };
    return refuse('invalid-acceptance', { reason: document.message }, position);
  }
  const [broken] = document.errors;
  if (broken !== undefined) {
    const reason = broken.message;
    return refuse('invalid-acceptance', { reason }, positionAt(acceptancesFile, lines, broken.pos[0]));
  }
  const at = positionsIn(acceptancesFile, document, lines);
  const parsed = v.safeParse(v.array(acceptanceShape), document.toJS() ?? []);
  if (parsed.success) return parsed.output.map((each, index) => ({ ...each, position: at(index) }));
  const [issue] = parsed.issues;
  const { path, subject, reason } = shapeProblem(issue);
  return refuse('invalid-acceptance', { reason: `${subject} ${reason}` }, at(...path));
}

/** The changes that are not accepted, and the problems of the acceptances. */
export interface Accepted {
  readonly changes: readonly Change[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The extent of a comparison with accepted breaks. */
export interface AcceptanceContext {
  /** Such as `2026-11-23`. */
  readonly today: string;
  /** Entries of the base of the comparison, which can belong to an older release than itself. */
  readonly earlier?: readonly Acceptance[];
}

/** Removes the accepted changes. */
export function withoutAccepted(
  changes: readonly Change[],
  acceptances: readonly Acceptance[],
  { today, earlier = [] }: AcceptanceContext,
): Accepted {
  const valid = acceptances.filter((each) => !isExpired(each, today));
  const left = changes.filter((change) => !valid.some((each) => isOf(each, change)));
  const diagnostics = acceptances.flatMap((each) => {
    const problem = problemOf(each, { changes, valid, today });
    if (problem === undefined) return [];
    const isEarlier = problem === unused && earlier.some((other) => keyOf(other) === keyOf(each));
    const change = shown(each, problem, left);
    const remedy = isEarlier
      ? 'keep the entry until the change is released: a comparison with the last release needs it'
      : 'remove the entry; if it has expired, undo the change, or extend the date after a review';
    const found = diagnostic('unused-acceptance', { problem, change, remedy }, each.position);
    return [isEarlier ? { ...found, severity: 'note' as const } : found];
  });
  return { changes: left, diagnostics };
}

const unused = 'nothing breaks as accepted';

/** Returns the name of an entry, with the change that was probably meant. */
function shown(each: Acceptance, problem: string, left: readonly Change[]): string {
  const names = left.map((change) => nameOf(entryOf(change)));
  const similar = problem === unused ? suggest(nameOf(each), names) : undefined;
  return similar === undefined ? nameOf(each) : `${nameOf(each)} (did you mean ${similar}?)`;
}

interface Judgement {
  readonly changes: readonly Change[];
  /** Entries that have not expired. */
  readonly valid: readonly Acceptance[];
  readonly today: string;
}

function problemOf(each: Acceptance, { changes, valid, today }: Judgement): string | undefined {
  if (isExpired(each, today)) return `the acceptance has expired on ${each.expires!}`;
  if (valid.find((other) => keyOf(other) === keyOf(each)) !== each) return 'the same break is accepted twice';
  return changes.some((change) => isOf(each, change)) ? undefined : unused;
}

function isExpired({ expires }: Acceptance, today: string): boolean {
  return expires !== undefined && expires < today;
}

function isOf(acceptance: Acceptance, change: Change): boolean {
  return keyOf(acceptance) === keyOf(entryOf(change));
}

type Entry = Pick<Acceptance, 'crd' | 'version' | 'path' | 'change'>;

function entryOf({ crd, version, path, rule }: Change): Entry {
  return { crd, version, path, change: rule.id };
}

/** Returns a text that differs for different breaks. */
function keyOf({ crd, version = '', path = '', change }: Entry): string {
  return JSON.stringify([crd, version, path, change]);
}

function nameOf({ crd, version, path, change }: Entry): string {
  return [change, crd, version, path].filter((each) => each !== undefined && each !== '').join(' ');
}

/** Returns the line that accepts a change. */
export function acceptanceOf({ crd, version, path, rule }: Change): string {
  const fields = { crd, version, path: path || undefined, change: rule.id, reason: placeholder };
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return `- {${entries.map(([key, value]) => `${key}: ${plain.test(value!) ? value! : JSON.stringify(value)}`).join(', ')}}`;
}

/** Texts that YAML reads as plain strings, even between braces. */
const plain = /^[A-Za-z][\w.-]*(?: [\w.-]+)*$/;

/** The names of all changes that can be reported. */
const changeIds: ReadonlySet<string> = new Set(
  [...schemaRules, ...versionRules, ...kindRules, kindRemoved, unknownCause].map(({ id }) => id),
);
