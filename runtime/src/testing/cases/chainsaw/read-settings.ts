import type { Fields } from '../files/fields.js';
import { checkFields } from './known-fields.js';
import { readSeconds } from './read-values.js';
import { timeoutNames, type Timeouts } from './timeouts.js';

/** Version of the format. */
export const apiVersion = 'chainsaw.kyverno.io/v1alpha1';

/** Reads a Boolean. @param usual its value if absent @throws CaseError if it has another type */
export function flagOr(fields: Fields, name: string, usual: boolean): boolean {
  return fields.has(name) ? fields.flag(name) : usual;
}

/** Reads time limits. @param usual those that are absent @throws CaseError if one of them is not valid */
export function readTimeouts(fields: Fields, usual: Timeouts): Timeouts {
  const own = fields.object('timeouts');
  if (own === undefined) return usual;
  checkFields(own, 'timeouts', timeoutNames);
  const given = timeoutNames.map((name) => [name, readSeconds(own, name)] as const);
  return { ...usual, ...Object.fromEntries(given.filter(([, seconds]) => seconds !== undefined)) };
}
