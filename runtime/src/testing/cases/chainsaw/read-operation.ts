import { isAbsolute, join } from 'node:path';
import { refuseInvalid } from '../case-error.js';
import type { Propagation } from '../cluster/case-cluster.js';
import { partOf, type Fields } from '../files/fields.js';
import type { CaseObject } from '../model.js';
import { checkTemplate, checkTree } from './expressions/check-values.js';
import type { Scope } from './expressions/check.js';
import { checkFields } from './known-fields.js';
import type { CheckOperation, CommandOperation, DeleteOperation, Operation, WriteOperation } from './model.js';
import { readKubectl } from './read-kubectl.js';
import { readFiles, readResources, refuseLowerCase, type TestFiles } from './read-objects.js';
import { timeoutOf, type Timeouts } from './timeouts.js';
import { readBindings, readExpectations, readOutputs, readPropagation, readSeconds, readTree } from './read-values.js';

/** Settings of the operations of a step. */
export interface StepSettings extends TestFiles {
  readonly timeouts: Timeouts;
  readonly isTemplate: boolean;
  readonly propagation: Propagation;
}

/** Types of operations of a `try`, in the order in which they are listed to the user. The schema of chainsaw leaves `get` out there. */
const types = (Object.keys(timeoutOf) as readonly Operation['type'][]).filter((each) => each !== 'get');

/** Types that the lists other than `try` can have. */
export const collecting: readonly Operation['type'][] = [
  'command',
  'delete',
  'describe',
  'events',
  'get',
  'podLogs',
  'script',
  'sleep',
  'wait',
];

/** Operation, and the names that expressions can use after it. */
export interface ReadOperation {
  readonly operation: Operation;
  readonly scope: Scope;
}

/**
 * Reads an operation of a step.
 * @param allowed its possible types; all if unset
 * @throws CaseError if it is not valid, or not supported
 */
export function readOperation(
  fields: Fields,
  before: Scope,
  settings: StepSettings,
  allowed: readonly Operation['type'][] = types,
): ReadOperation {
  const usual = allowed === types ? ['continueOnError', 'description'] : ['description'];
  checkFields(fields, 'an operation', [...usual, ...allowed]);
  const [type, other] = allowed.filter((each) => fields.has(each));
  if (type === undefined)
    return refuseInvalid(fields.place, 'the operation has no type', `add one of ${allowed.join(', ')}`);
  if (other !== undefined)
    return refuseInvalid(fields.placeOf(other), `the operation is both ${type} and ${other}`, 'write two operations');
  const own = fields.object(type)!;
  const { bindings, scope } = readBindings(own, 'bindings', before);
  const read = readByType(type, own, scope, settings);
  const isCommand = type === 'command' || type === 'script';
  const results = new Set([...scope, 'error', ...(isCommand ? ['stdout', 'stderr'] : [])]);
  const outputs = readOutputs(own, results).bindings;
  const operation = {
    ...read,
    place: own.place,
    continueOnError: fields.flag('continueOnError'),
    bindings,
    outputs,
    seconds: readSeconds(own, 'timeout') ?? settings.timeouts[timeoutOf[type]],
  };
  return { operation, scope: new Set([...before, ...outputs.map(({ name }) => name)]) };
}

type Common = 'place' | 'continueOnError' | 'bindings' | 'outputs' | 'seconds';
/** Part of each operation that is read by its type. */
type Part = { [T in Operation['type']]: Omit<Operation & { readonly type: T }, Common> }[Operation['type']];

function readByType(type: Operation['type'], fields: Fields, scope: Scope, settings: StepSettings): Part {
  switch (type) {
    case 'apply':
    case 'create':
    case 'patch':
    case 'update':
      return readWrite(type, fields, scope, settings);
    case 'assert':
    case 'error':
      return readCheck(type, fields, scope, settings);
    case 'delete':
      return readDelete(fields, scope, settings);
    case 'command':
    case 'script':
      return readCommand(type, fields, scope, settings);
    case 'sleep': {
      checkFields(fields, 'the operation sleep', ['duration']);
      const duration = readSeconds(fields, 'duration');
      if (duration === undefined) return refuseInvalid(fields.place, 'sleep has no duration', 'add duration');
      return { type, duration };
    }
    default:
      return readKubectl(type, fields, scope);
  }
}

function isTemplateOf(fields: Fields, settings: StepSettings): boolean {
  return fields.has('template') ? fields.flag('template') : settings.isTemplate;
}

function readWrite(
  type: WriteOperation['type'],
  fields: Fields,
  scope: Scope,
  settings: StepSettings,
): Omit<WriteOperation, Common> {
  const known = ['bindings', 'expect', 'file', 'outputs', 'resource', 'template', 'timeout'];
  checkFields(fields, `the operation ${type}`, known);
  const objects = readResources(fields, false, settings);
  const isTemplate = isTemplateOf(fields, settings);
  if (isTemplate) for (const each of objects) checkTemplate(each, scope);
  return { type, objects, isTemplate, expectations: readExpectations(fields, scope) };
}

function readCheck(
  type: CheckOperation['type'],
  fields: Fields,
  scope: Scope,
  settings: StepSettings,
): Omit<CheckOperation, Common> {
  checkFields(fields, `the operation ${type}`, ['bindings', 'file', 'resource', 'template', 'timeout']);
  const objects = readResources(fields, true, settings);
  for (const each of objects) checkTree(each, scope);
  return { type, objects, isTemplate: isTemplateOf(fields, settings) };
}

function readDelete(fields: Fields, scope: Scope, settings: StepSettings): Omit<DeleteOperation, Common> {
  const known = ['bindings', 'deletionPropagationPolicy', 'expect', 'file', 'ref', 'template', 'timeout'];
  checkFields(fields, 'the operation delete', known);
  const reference = fields.object('ref');
  if (reference === undefined && !fields.has('file'))
    refuseInvalid(fields.place, 'the operation has neither ref nor file', 'add one of them');
  const given = reference === undefined ? readFiles(fields, 'file', settings) : [referenced(reference, fields)];
  const objects = given.map(refuseLowerCase);
  const isTemplate = isTemplateOf(fields, settings);
  if (isTemplate) for (const each of objects) checkTemplate(each, scope);
  return {
    type: 'delete',
    objects,
    isTemplate,
    expectations: readExpectations(fields, scope),
    propagation: readPropagation(fields) ?? settings.propagation,
  };
}

/** Returns the object that a reference stands for. */
function referenced(reference: Fields, fields: Fields): CaseObject {
  checkFields(reference, 'ref', ['apiVersion', 'kind', 'labels', 'name', 'namespace']);
  const [apiVersion, kind] = [reference.text('apiVersion'), reference.text('kind')];
  if (apiVersion === '' || kind === '') refuseInvalid(reference.place, 'ref has no apiVersion or no kind', 'add them');
  const [name, namespace, labels] = [reference.text('name'), reference.text('namespace'), reference.labels('labels')];
  const metadata = {
    ...(name !== '' && { name }),
    ...(namespace !== '' && { namespace }),
    ...(Object.keys(labels).length > 0 && { labels }),
  };
  const part = fields.part('ref');
  const placeOf: CaseObject['placeOf'] = (path) => part.placeOf(path[0] === 'metadata' ? path.slice(1) : path);
  return { ...partOf(part, [], { apiVersion, kind, metadata }), placeOf };
}

function readCommand(
  type: CommandOperation['type'],
  fields: Fields,
  scope: Scope,
  { folder }: StepSettings,
): Omit<CommandOperation, Common> {
  const program = type === 'script' ? ['content'] : ['args', 'entrypoint'];
  const known = ['bindings', 'check', 'env', 'outputs', 'skipCommandOutput', 'skipLogOutput', 'timeout', 'workDir'];
  checkFields(fields, `the operation ${type}`, [...program, ...known]);
  const words =
    type === 'script' ? ['sh', '-c', fields.text('content')] : [fields.text('entrypoint'), ...fields.texts('args')];
  if (words[0] === '') refuseInvalid(fields.place, 'the command has no entrypoint', 'add entrypoint');
  const workDir = fields.text('workDir');
  const results = new Set([...scope, 'error', 'stdout', 'stderr']);
  fields.flag('skipCommandOutput');
  return {
    type,
    words,
    env: readBindings(fields, 'env', scope).bindings,
    folder: isAbsolute(workDir) ? workDir : join(folder, workDir),
    check: readTree(fields, 'check', results),
    skipLogOutput: fields.flag('skipLogOutput'),
  };
}
