import { refuseInvalid } from '../case-error.js';
import { readDocuments } from '../files/documents.js';
import { fieldsOf, type Fields } from '../files/fields.js';
import type { CaseObject } from '../model.js';
import { checkFields } from './known-fields.js';
import type { ChainsawTest } from './model.js';
import type { TestFiles } from './read-objects.js';
import { apiVersion, flagOr, readTimeouts } from './read-settings.js';
import { readStep } from './read-step.js';
import { readBindings, readPropagation } from './read-values.js';

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

/** Returns the objects of the file of a test, `chainsaw-test.yaml`. @throws CaseError if it is not valid, or has none */
export function testsIn(file: string, { files }: TestFiles): readonly CaseObject[] {
  const objects = readDocuments(file, files.read(file));
  if (objects.length === 0) refuseInvalid({ file }, 'it has no Test', `add an object of ${apiVersion}`);
  return objects;
}

/** Reads a test. @throws CaseError if it is not valid, or has something that is not supported */
export function readTest(test: CaseObject, around: TestFiles): ChainsawTest {
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
