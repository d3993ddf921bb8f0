import { hash } from 'node:crypto';
import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { withoutPlaces } from '../../base/diagnostics/fingerprint.js';
import { defined } from '../../base/model/defined.js';
import type { JsonValue } from '../../base/model/schema.js';
import type { Position } from '../../base/model/position.js';
import { acceptancesFile } from '../../project/paths.js';
import { acceptanceOf } from './acceptances.js';
import type { Change } from './change.js';

/** A change that is reported. */
export interface ReportedChange {
  readonly change: Change;
  readonly severity: 'error' | 'warning';
  readonly position: Position | undefined;
  /** An object that is rejected because of it, as JSON. */
  readonly example?: string | undefined;
}

/** Returns the diagnostic of a change. */
export function changeDiagnostic({ change, severity, position, example }: ReportedChange): Diagnostic {
  const clause = `${change.rule.what}${valuesOf(change)}`;
  const shown = example === undefined ? '' : `, for example ${example}`;
  const found = withClause(change, `${clause}${shown}`, position);
  // Another run can show a different object, or none.
  const { message } = withClause(change, clause, position);
  const identity = { message, ...defined({ values: hiddenValues(change) }) };
  return { ...found, severity, lines: [acceptanceOf(change)], identity };
}

function withClause(change: Change, clause: string, position: Position | undefined): Diagnostic {
  const { breaks } = change.rule;
  const text = { place: placeOf(change), change: clause, file: acceptancesFile };
  const isRatcheted = breaks === 'ratcheted';
  return isRatcheted || breaks === 'writers'
    ? diagnostic('breaks-writers', { ...text, isRatcheted }, position)
    : diagnostic(`breaks-${breaks}`, text, position);
}

/** Returns a hash of the values if the text that identifies the change does not contain them completely. */
function hiddenValues(change: Change): string | undefined {
  const { before = null, after = null } = change;
  const values = JSON.stringify([before, after]);
  const isShown = [before, after].every((each) => printed(each) === JSON.stringify(each));
  return isShown && withoutPlaces(values) === values ? undefined : hash('sha256', values).slice(0, 16);
}

/** Returns the name of a place in messages: `WebServer v1, spec.replicas`. */
export function placeOf({ kind, version, path }: Pick<Change, 'kind' | 'version' | 'path'>): string {
  return `${kind}${version === undefined ? '' : ` ${version}`}${path === '' ? '' : `, ${path}`}`;
}

function valuesOf({ before, after }: Change): string {
  if (before === undefined && after === undefined) return '';
  if (after === undefined) return ` (before ${printed(before)})`;
  return before === undefined ? ` (now ${printed(after)})` : ` (before ${printed(before)}, now ${printed(after)})`;
}

const longest = 80;

function printed(value: JsonValue | undefined): string {
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}...` : text;
}
