import * as v from 'valibot';
import { LineCounter } from 'yaml';
import { diagnostic, refuse, type Diagnostic } from '../diagnostics/diagnostic.js';
import { placeOf } from '../merge/text.js';
import { isYamlProblem, yamlDocument } from '../merge/yaml-documents.js';
import type { Position } from '../model/position.js';
import { positionAt, positionsIn } from '../project/yaml-position.js';
import type { Change } from './change.js';

/** The file of accepted breaks, relative to the root of the project. */
export const acceptancesFile = 'compatibility.yaml';

const acceptanceShape = v.strictObject({
  crd: v.string(),
  version: v.optional(v.string()),
  path: v.optional(v.string()),
  change: v.string(),
  reason: v.pipe(v.string(), v.nonEmpty('must not be empty')),
  expires: v.optional(v.pipe(v.string(), v.isoDate('must be a date such as 2027-01-31'))),
});

/** A break that someone has accepted. */
export interface Acceptance extends v.InferOutput<typeof acceptanceShape> {
  readonly position: Position;
}

/**
 * Returns the accepted breaks in a file; none if there is no file.
 * @throws DiagnosticsError if the file is not valid
 */
export function readAcceptances(text = ''): readonly Acceptance[] {
  const lines = new LineCounter();
  const document = yamlDocument(text, { lineCounter: lines });
  if (isYamlProblem(document)) {
    const position = { file: acceptancesFile, ...placeOf(text, document.offset) };
    return refuse('invalid-acceptance', { reason: document.message }, position);
  }
  const [broken] = document.errors;
  if (broken !== undefined) {
    const reason = broken.message.split('\n', 1)[0]!;
    return refuse('invalid-acceptance', { reason }, positionAt(acceptancesFile, lines, broken.pos[0]));
  }
  const at = positionsIn(acceptancesFile, document, lines);
  const parsed = v.safeParse(v.array(acceptanceShape), document.toJS() ?? []);
  if (parsed.success) return parsed.output.map((each, index) => ({ ...each, position: at(index) }));
  const [issue] = parsed.issues;
  const path = (issue.path ?? []).map(({ key }) => key as string | number);
  return refuse('invalid-acceptance', { reason: reasonOf(path, issue) }, at(...path));
}

function reasonOf(path: readonly (string | number)[], { message }: { readonly message: string }): string {
  const key = path.at(-1);
  return typeof key === 'string' ? `${key}: ${message}` : message;
}

/** The changes that nobody has accepted, and what is wrong with the acceptances. */
export interface Accepted {
  readonly changes: readonly Change[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Removes the accepted changes.
 * @param today such as `2026-11-23`
 */
export function withoutAccepted(
  changes: readonly Change[],
  acceptances: readonly Acceptance[],
  today: string,
): Accepted {
  const valid = acceptances.filter((each) => !isExpired(each, today));
  return {
    changes: changes.filter((change) => !valid.some((each) => isOf(each, change))),
    diagnostics: acceptances.flatMap((each) => {
      const expired = isExpired(each, today);
      if (!expired && changes.some((change) => isOf(each, change))) return [];
      const problem = expired ? `the acceptance has expired on ${each.expires!}` : 'nothing breaks as accepted';
      return [diagnostic('unused-acceptance', { problem, change: nameOf(each) }, each.position)];
    }),
  };
}

function isExpired({ expires }: Acceptance, today: string): boolean {
  return expires !== undefined && expires < today;
}

function isOf({ crd, version = '', path = '', change: id }: Acceptance, change: Change): boolean {
  return crd === change.crd && version === (change.version ?? '') && path === change.path && id === change.rule.id;
}

function nameOf({ crd, version, path, change }: Acceptance): string {
  return [change, crd, version, path].filter((each) => each !== undefined && each !== '').join(' ');
}

/** Returns the line that accepts a change. */
export function acceptanceOf({ crd, version, path, rule }: Change): string {
  const fields = { crd, version, path: path || undefined, change: rule.id, reason: 'say why nobody is affected' };
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return `- {${entries.map(([key, value]) => `${key}: ${plain.test(value!) ? value! : JSON.stringify(value)}`).join(', ')}}`;
}

/** Texts that YAML reads as they are, also between braces. */
const plain = /^[A-Za-z][\w.-]*(?: [\w.-]+)*$/;
