import { refuseInvalid } from '../case-error.js';
import { fieldsOf, type Fields } from '../files/fields.js';
import type { Scope } from './expressions/check.js';
import { checkFields } from './known-fields.js';
import type { Binding, ChainsawStep, Operation } from './model.js';
import { readFiles } from './read-objects.js';
import { collecting, readOperation, type StepSettings } from './read-operation.js';
import { apiVersion, flagOr, readTimeouts } from './read-settings.js';
import { readBindings, readPropagation } from './read-values.js';

/** Fields of a step that its template can have too. */
const sharedFields = ['bindings', 'catch', 'cleanup', 'finally', 'try'];
const stepFields = [
  ...sharedFields,
  'deletionPropagationPolicy',
  'description',
  'name',
  'skipDelete',
  'template',
  'timeouts',
  'use',
];

/** The test around a step. */
export interface AroundStep {
  /** Fields of the test. */
  readonly spec: Fields;
  /** Names of its bindings. */
  readonly scope: Scope;
  readonly settings: StepSettings;
  readonly skipDelete: boolean;
}

/** Reads a step, with what its template adds. @throws CaseError if it is not valid, or has something that is not supported */
export function readStep(fields: Fields, index: number, { spec, ...around }: AroundStep): ChainsawStep {
  checkFields(fields, 'a step', stepFields);
  const timeouts = readTimeouts(fields, around.settings.timeouts);
  const settings: StepSettings = {
    ...around.settings,
    timeouts,
    isTemplate: flagOr(fields, 'template', around.settings.isTemplate),
    propagation: readPropagation(fields) ?? around.settings.propagation,
  };
  const parts = partsOf(fields, settings);
  const bindings: Binding[] = [];
  let known = around.scope;
  for (const each of [...parts.all, ...parts.arguments]) {
    const read = readBindings(each, 'bindings', known);
    bindings.push(...read.bindings);
    known = read.scope;
  }
  const operations = parts.all
    .flatMap((each) => each.objects('try'))
    .map((each) => {
      const read = readOperation(each, known, settings);
      known = read.scope;
      return read.operation;
    });
  // They can use the outputs of all operations, as they can run after each of them.
  const collected = (name: string, from: readonly Fields[] = parts.all): readonly Operation[] =>
    from
      .flatMap((each) => each.objects(name))
      .map((each) => readOperation(each, known, settings, collecting).operation);
  return {
    name: fields.text('name') || `step-${index + 1}`,
    bindings,
    operations,
    onFailure: collected('catch', [spec, ...parts.all]),
    atEnd: collected('finally'),
    cleanup: collected('cleanup'),
    skipDelete: flagOr(fields, 'skipDelete', around.skipDelete),
    cleanupSeconds: timeouts.cleanup,
    propagation: settings.propagation,
  };
}

/** Parts of a step: its own fields and those of its template, and the arguments of the template. */
interface Parts {
  readonly all: readonly Fields[];
  readonly arguments: readonly Fields[];
}

function partsOf(fields: Fields, settings: StepSettings): Parts {
  const use = fields.object('use');
  if (use === undefined) return { all: [fields], arguments: [] };
  checkFields(use, 'use', ['template', 'with']);
  const beside = ['try', 'catch', 'finally', 'cleanup'].find((name) => fields.has(name));
  if (beside !== undefined)
    refuseInvalid(fields.placeOf(beside), `the step has both use and ${beside}`, 'write two steps');
  const given = use.object('with');
  if (given !== undefined) checkFields(given, 'with', ['bindings']);
  const [template, second] = readFiles(use, 'template', settings);
  if (template === undefined || second !== undefined || template.kind !== 'StepTemplate')
    return refuseInvalid(use.placeOf('template'), 'the file is not one StepTemplate', 'name a file with one');
  if (template.apiVersion !== apiVersion)
    refuseInvalid(template.place, `it is not a StepTemplate of ${apiVersion}`, 'correct apiVersion');
  const root = fieldsOf(template);
  checkFields(root, 'the StepTemplate', ['apiVersion', 'kind', 'metadata', 'spec']);
  const spec = root.object('spec');
  if (spec === undefined) return refuseInvalid(template.place, 'the StepTemplate has no spec', 'add spec with try');
  checkFields(spec, 'the StepTemplate', sharedFields);
  return { all: [fields, spec], arguments: given === undefined ? [] : [given] };
}
