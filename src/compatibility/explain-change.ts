import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { JsonValue } from '../model/schema.js';
import type { Position } from '../model/position.js';
import { acceptanceOf, acceptancesFile } from './acceptances.js';
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
  const { rule } = change;
  const shown = example === undefined ? '' : `, for example ${example}`;
  const text = { place: placeOf(change), change: `${rule.what}${valuesOf(change)}${shown}`, file: acceptancesFile };
  const isRatcheted = rule.breaks === 'ratcheted';
  const found =
    isRatcheted || rule.breaks === 'writers'
      ? diagnostic('breaks-writers', { ...text, isRatcheted }, position)
      : diagnostic(`breaks-${rule.breaks}`, text, position);
  return { ...found, severity, lines: [acceptanceOf(change)] };
}

/** Returns how a place is named in a message: `WebServer v1, spec.replicas`. */
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
