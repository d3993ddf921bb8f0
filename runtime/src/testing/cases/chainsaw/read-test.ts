import { refuseInvalid, refuseUnsupported } from '../case-error.js';
import { readDocuments } from '../files/documents.js';
import { fieldsOf, type Fields } from '../files/fields.js';
import type { Scope } from './expressions/check.js';
import { checkFields } from './known-fields.js';
import type { ChainsawStep, ChainsawTest, Operation } from './model.js';
import type { TestFiles } from './read-objects.js';
import { collecting, readOperation, type StepSettings } from './read-operation.js';
import { timeoutNames, type Timeouts } from './timeouts.js';
import { readBindings, readPropagation, readSeconds } from './read-values.js';

const apiVersion = 'chainsaw.kyverno.io/v1alpha1';

const testFields = [
  'bindings',
  'catch',
  'concurrent',
  'deletionPropagationPolicy',
  'description',
  'namespace',
  'skip',
  'skipDelete',
  'steps',
  'template',
  'timeouts',
];
const stepFields = [
  'bindings',
  'catch',
  'cleanup',
  'deletionPropagationPolicy',
  'description',
  'finally',
  'name',
  'skipDelete',
  'template',
  'timeouts',
  'try',
];

/** Reads the file of a test, `chainsaw-test.yaml`. @throws CaseError if it is not valid, or has something that is not supported */
export function readTest(file: string, around: TestFiles): ChainsawTest {
  const [test, second] = readDocuments(file, around.files.read(file));
  if (test === undefined) return refuseInvalid({ file }, 'it has no Test', `add an object of ${apiVersion}`);
  if (second !== undefined)
    return refuseUnsupported(second.place, 'a second object in this file', 'move it into a folder of its own');
  if (test.kind !== 'Test' || test.apiVersion !== apiVersion)
    return refuseInvalid(test.place, `it is not a Test of ${apiVersion}`, 'correct apiVersion and kind');
  const root = fieldsOf(test);
  checkFields(root, 'the Test', ['apiVersion', 'kind', 'metadata', 'spec']);
  const spec = root.object('spec');
  if (spec === undefined) return refuseInvalid(test.place, 'the Test has no spec', 'add spec with steps');
  return readSpec(spec, around);
}

function readSpec(spec: Fields, around: TestFiles): ChainsawTest {
  checkFields(spec, 'the Test', testFields);
  const { bindings, scope } = readBindings(spec, 'bindings', new Set(['namespace']));
  const timeouts = readTimeouts(spec, {});
  const propagation = readPropagation(spec) ?? 'Background';
  const settings = { ...around, timeouts, isTemplate: flagOr(spec, 'template', true), propagation };
  if (!spec.has('steps')) refuseInvalid(spec.place, 'the Test has no steps', 'add steps');
  const skipDelete = spec.flag('skipDelete');
  const steps = spec
    .objects('steps')
    .map((each, index) => readStep(each, index, { spec, scope, settings, skipDelete }));
  return {
    isSkipped: spec.flag('skip'),
    isConcurrent: flagOr(spec, 'concurrent', true),
    namespace: spec.text('namespace') || undefined,
    bindings,
    steps,
    skipDelete,
    cleanupSeconds: timeouts.cleanup,
  };
}

/** The test around a step. */
interface AroundStep {
  readonly spec: Fields;
  readonly scope: Scope;
  readonly settings: StepSettings;
  readonly skipDelete: boolean;
}

function readStep(fields: Fields, index: number, { spec, scope: ofTest, ...around }: AroundStep): ChainsawStep {
  checkFields(fields, 'a step', stepFields);
  const { bindings, scope } = readBindings(fields, 'bindings', ofTest);
  const timeouts = readTimeouts(fields, around.settings.timeouts);
  const settings: StepSettings = {
    ...around.settings,
    timeouts,
    isTemplate: flagOr(fields, 'template', around.settings.isTemplate),
    propagation: readPropagation(fields) ?? around.settings.propagation,
  };
  let known = scope;
  const operations = fields.objects('try').map((each) => {
    const read = readOperation(each, known, settings);
    known = read.scope;
    return read.operation;
  });
  // They can use the outputs of all operations, as they can run after each of them.
  const collected = (from: Fields, name: string): readonly Operation[] =>
    from.objects(name).map((each) => readOperation(each, known, settings, collecting).operation);
  return {
    name: fields.text('name') || `step-${index + 1}`,
    bindings,
    operations,
    onFailure: [...collected(spec, 'catch'), ...collected(fields, 'catch')],
    atEnd: collected(fields, 'finally'),
    cleanup: collected(fields, 'cleanup'),
    skipDelete: flagOr(fields, 'skipDelete', around.skipDelete),
    cleanupSeconds: timeouts.cleanup,
    propagation: settings.propagation,
  };
}

function flagOr(fields: Fields, name: string, usual: boolean): boolean {
  return fields.has(name) ? fields.flag(name) : usual;
}

function readTimeouts(fields: Fields, usual: Timeouts): Timeouts {
  const own = fields.object('timeouts');
  if (own === undefined) return usual;
  checkFields(own, 'timeouts', timeoutNames);
  const given = timeoutNames.map((name) => [name, readSeconds(own, name)] as const);
  return { ...usual, ...Object.fromEntries(given.filter(([, seconds]) => seconds !== undefined)) };
}
