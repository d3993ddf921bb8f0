import { refuseInvalid } from '../case-error.js';
import type { Fields } from '../files/fields.js';
import type { Scope } from './expressions/check.js';
import { checkFields } from './known-fields.js';
import type { KubectlOperation, WaitCondition } from './model.js';
import { readString } from './read-values.js';

type Type = KubectlOperation['type'];

/** Fields of each operation. */
const known: Readonly<Record<Type, readonly string[]>> = {
  describe: ['apiVersion', 'kind', 'name', 'namespace', 'selector', 'showEvents', 'timeout'],
  events: ['format', 'name', 'namespace', 'selector', 'timeout'],
  get: ['apiVersion', 'format', 'kind', 'name', 'namespace', 'selector', 'timeout'],
  podLogs: ['container', 'name', 'namespace', 'selector', 'tail', 'timeout'],
  wait: ['apiVersion', 'for', 'format', 'kind', 'name', 'namespace', 'selector', 'timeout'],
};

/** Part of an operation that is read by its type. */
export type KubectlFields = Omit<KubectlOperation, 'place' | 'continueOnError' | 'bindings' | 'outputs' | 'seconds'>;

/** Reads an operation that runs kubectl. @throws CaseError if it is not valid */
export function readKubectl(type: Type, fields: Fields, scope: Scope): KubectlFields {
  checkFields(fields, `the operation ${type}`, known[type]);
  const read = (name: string): string => readString(fields, name, scope);
  const [name, selector] = [read('name'), read('selector')];
  if (name !== '' && selector !== '')
    refuseInvalid(fields.place, `${type} has both name and selector`, 'remove one of them');
  if (type === 'podLogs' && name === '' && selector === '')
    refuseInvalid(fields.place, 'podLogs has neither name nor selector', 'add one of them');
  const ofPods = type === 'podLogs' || type === 'events';
  if (!ofPods && (read('apiVersion') === '' || read('kind') === ''))
    refuseInvalid(fields.place, `${type} has no apiVersion or no kind`, 'add them');
  return {
    type,
    apiVersion: type === 'events' ? 'v1' : read('apiVersion'),
    kind: type === 'events' ? 'Event' : read('kind'),
    name,
    namespace: read('namespace'),
    selector,
    format: read('format'),
    container: read('container'),
    tail: fields.has('tail') ? fields.number('tail') : undefined,
    showEvents: fields.has('showEvents') ? fields.flag('showEvents') : undefined,
    condition: type === 'wait' ? readCondition(fields, scope) : undefined,
  };
}

function readCondition(fields: Fields, scope: Scope): WaitCondition {
  const condition = fields.object('for');
  if (condition === undefined) return refuseInvalid(fields.place, 'wait has no condition', 'add for');
  checkFields(condition, 'the condition of wait', ['condition', 'deletion', 'jsonPath']);
  if (condition.has('deletion')) return { type: 'deletion' };
  const named = condition.object('condition');
  const path = condition.object('jsonPath');
  const help = 'add deletion, condition with a name, or jsonPath with a path';
  const given = named ?? path;
  if (given === undefined) return refuseInvalid(condition.place, 'wait has no condition', help);
  const nameField = named === undefined ? 'path' : 'name';
  checkFields(given, 'the condition of wait', [nameField, 'value']);
  const name = readString(given, nameField, scope);
  if (name === '') refuseInvalid(given.place, `the condition of wait has no ${nameField}`, help);
  const value = given.has('value') ? readString(given, 'value', scope) : undefined;
  return { type: named === undefined ? 'jsonPath' : 'condition', name, value };
}
