import { isDuration, parseDuration } from '../../../scalars/duration.js';
import { refuseInvalid, refuseUnsupported } from '../case-error.js';
import type { Propagation } from '../cluster/case-cluster.js';
import type { Fields } from '../files/fields.js';
import { checkTemplate, checkTree } from './expressions/check-values.js';
import type { Scope } from './expressions/check.js';
import { parseNotation } from './expressions/notation.js';
import { checkFields } from './known-fields.js';
import type { Binding, Expectation, Output } from './model.js';

/** Reads a duration such as `1m30s`, in seconds; undefined if absent. @throws CaseError if it is not valid */
export function readSeconds(fields: Fields, name: string): number | undefined {
  const text = fields.text(name);
  if (text === '') return undefined;
  if (!isDuration(text)) return refuseInvalid(fields.placeOf(name), `${text} is not a duration`, 'write it as 1m30s');
  return parseDuration(text) / 1000;
}

/** Reads a policy for the deletion of dependents; undefined if absent. @throws CaseError if there is no such policy */
export function readPropagation(fields: Fields): Propagation | undefined {
  const name = 'deletionPropagationPolicy';
  const text = fields.text(name);
  if (text === '' || text === 'Orphan' || text === 'Background' || text === 'Foreground') return text || undefined;
  return refuseInvalid(fields.placeOf(name), `${text} is not a policy`, 'write Orphan, Background or Foreground');
}

/** Bindings, and the names that expressions can use after them. */
export interface ReadBindings<B extends Binding> {
  readonly bindings: readonly B[];
  readonly scope: Scope;
}

/** Reads bindings, each of which can use those before it. @throws CaseError if one of them is not valid */
export function readBindings(fields: Fields, name: string, before: Scope): ReadBindings<Binding> {
  const scope = new Set(before);
  const bindings = fields.objects(name).map((each) => {
    checkFields(each, 'a binding', ['name', 'value']);
    const read = readBinding(each, scope);
    scope.add(read.name);
    return read;
  });
  return { bindings, scope };
}

/** Reads the outputs of an operation. @throws CaseError if one of them is not valid */
export function readOutputs(fields: Fields, before: Scope): ReadBindings<Output> {
  const scope = new Set(before);
  const bindings = fields.objects('outputs').map((each) => {
    checkFields(each, 'an output', ['match', 'name', 'value']);
    const match = readTree(each, 'match', scope);
    const read = { ...readBinding(each, scope), match };
    scope.add(read.name);
    return read;
  });
  return { bindings, scope };
}

function readBinding(fields: Fields, scope: Scope): Binding {
  const name = fields.text('name');
  const place = fields.placeOf('name');
  if (parseNotation(name).engine !== undefined)
    return refuseUnsupported(place, 'a name with an expression', 'write the name');
  if (!/^\w+$/.test(name))
    return refuseInvalid(place, `"${name}" is not a name of a binding`, 'write letters, digits and underscores');
  const value = fields.value('value') ?? null;
  checkTemplate(fields.part('value'), scope, [], value);
  return { name, value, place: fields.place };
}

/** Reads an assertion tree; undefined if absent. @throws CaseError if an expression in it is not valid */
export function readTree(fields: Fields, name: string, scope: Scope): unknown {
  const tree = fields.value(name);
  if (tree !== undefined) checkTree(fields.part(name), scope, [], tree);
  return tree;
}

/** Reads the expectations of an operation. @throws CaseError if one of them is not valid */
export function readExpectations(fields: Fields, scope: Scope): readonly Expectation[] {
  const withError = new Set([...scope, 'error']);
  return fields.objects('expect').map((each) => {
    checkFields(each, 'an expectation', ['check', 'match']);
    const check = readTree(each, 'check', withError);
    if (check === undefined) refuseInvalid(each.place, 'the expectation has no check', 'add check');
    // chainsaw evaluates it without bindings.
    return { match: readTree(each, 'match', new Set()), check };
  });
}

/** Reads a string that can be an expression. @throws CaseError if the expression is not valid */
export function readString(fields: Fields, name: string, scope: Scope): string {
  const text = fields.text(name);
  checkTemplate(fields.part(name), scope, [], text);
  return text;
}
