import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../../base/diagnostics/has-errors.js';
import type { JsonObject, JsonValue } from '../../../base/model/schema.js';
import { crdKind, groupVersionOf, kindOf, type Bundle } from '../bundle.js';
import { type JsonPath, listAt, objectAt, textAt, valueAt } from '../../../base/model/json-at.js';
import { examplesOf } from './example-rules.js';
import { problemAt } from './rule.js';

/** The result of a test, which fails if one of its problems is an error. */
export interface TestResult {
  readonly test: TestName;
  readonly problems: readonly Diagnostic[];
}

/** The built-in tests of operator-sdk, by name. */
const tests = {
  'basic-check-spec': specs,
  'olm-crds-have-validation': validations,
  'olm-crds-have-resources': resources,
  'olm-spec-descriptors': (bundle: Bundle) => descriptors(bundle, specDescriptors),
  'olm-status-descriptors': (bundle: Bundle) => descriptors(bundle, statusDescriptors),
} as const satisfies Readonly<Record<string, (bundle: Bundle) => readonly Diagnostic[]>>;

/** The test for the validation of the bundle itself, whose problems have their own codes. */
const bundleValidation = 'olm-bundle-validation';

export type TestName = keyof typeof tests | typeof bundleValidation;

/**
 * Runs all tests on a bundle.
 * @param validation the problems of the bundle itself
 */
export function scorecard(bundle: Bundle | undefined, validation: readonly Diagnostic[]): readonly TestResult[] {
  const others = Object.entries(tests).map(([test, run]): TestResult => ({
    test: test as TestName,
    problems: bundle === undefined ? [unreadable(test)] : withSamples(bundle, test, run),
  }));
  return [{ test: bundleValidation, problems: validation }, ...others];
}

export const hasPassed = ({ problems }: TestResult): boolean => !hasErrors(problems);

/** Runs a test, which fails if it needs samples that cannot be read. */
function withSamples(
  bundle: Bundle,
  test: string,
  run: (bundle: Bundle) => readonly Diagnostic[],
): readonly Diagnostic[] {
  const examples = examplesOf(bundle);
  if (run === resources || !(examples instanceof Error)) return run(bundle);
  const reason = `the samples cannot be read: ${examples.message}`;
  const remedy = 'write a list of objects in JSON, each with apiVersion and kind';
  return [problemAt(bundle.csv, examplesPath, 'scorecard-test-failed', { test, reason, remedy })];
}

function unreadable(test: string): Diagnostic {
  const remedy = 'fix the problems of olm-bundle-validation first';
  return diagnostic('scorecard-test-failed', { test, reason: 'the bundle cannot be read', remedy });
}

const examplesPath = ['metadata', 'annotations', 'alm-examples'];

/** A sample with its name in messages, and the entry of its kind in the ClusterServiceVersion. */
interface Sample {
  readonly value: JsonObject;
  readonly name: string;
  readonly version: string;
  readonly kind: string;
  readonly owned?: { readonly value: JsonValue; readonly path: JsonPath };
}

const ownedPath = ['spec', 'customresourcedefinitions', 'owned'];

function samplesOf(bundle: Bundle): readonly Sample[] {
  const examples = examplesOf(bundle);
  if (examples instanceof Error) return [];
  return examples.map((example) => {
    const value = objectAt([example], 0);
    const kind = textAt(value, 'kind');
    const [, version] = groupVersionOf(textAt(value, 'apiVersion'));
    const owned = listAt(bundle.csv.value, ...ownedPath);
    const index = owned.findIndex((each) => textAt(each, 'kind') === kind && textAt(each, 'version') === version);
    return {
      value,
      kind,
      version,
      name: textAt(value, 'metadata', 'name') || kind,
      ...(index >= 0 && { owned: { value: owned[index]!, path: [...ownedPath, index] } }),
    };
  });
}

/** Samples should have a spec. */
function specs(bundle: Bundle): readonly Diagnostic[] {
  return samplesOf(bundle)
    .filter(({ value }) => valueAt(value, 'spec') === undefined)
    .map(({ name }) => problemAt(bundle.csv, examplesPath, 'sample-without-part', { name, part: 'spec' }));
}

/** Each field of a sample must be in the schema of its kind. */
function validations(bundle: Bundle): readonly Diagnostic[] {
  const test = 'olm-crds-have-validation';
  return samplesOf(bundle).flatMap(({ value, kind, version }) =>
    schemasOf(bundle, kind, version).flatMap(({ file, path, schema }) =>
      ['spec', 'status'].flatMap((part) =>
        Object.keys(objectAt(value, part))
          .filter((field) => valueAt(schema, 'properties', part, 'properties', field) === undefined)
          .map((field) => {
            const reason = `the schema of ${kind} ${version} has no field ${part}.${field}, which its sample has`;
            const remedy = 'add the field to the type, or remove it from the sample';
            return problemAt(file, path, 'scorecard-test-failed', { test, reason, remedy });
          }),
      ),
    ),
  );
}

function schemasOf({ objects }: Bundle, kind: string, version: string) {
  return objects
    .filter((file) => kindOf(file) === crdKind && textAt(file.value, 'spec', 'names', 'kind') === kind)
    .flatMap((file) =>
      listAt(file.value, 'spec', 'versions').flatMap((each, index) => {
        const schema = valueAt(each, 'schema', 'openAPIV3Schema');
        if (textAt(each, 'name') !== version || schema === undefined) return [];
        return [{ file, schema, path: ['spec', 'versions', index, 'schema', 'openAPIV3Schema'] }];
      }),
    );
}

/** Each owned kind must list the kinds of objects that it consists of. */
function resources({ csv }: Bundle): readonly Diagnostic[] {
  return listAt(csv.value, ...ownedPath).flatMap((each, index) => {
    if (listAt(each, 'resources').length > 0) return [];
    const reason = `${textAt(each, 'name')} lists no resources`;
    const remedy = "add what the controller creates: resources: [{kind: Deployment, name: '', version: apps/v1}]";
    const path = [...ownedPath, index];
    return [problemAt(csv, path, 'scorecard-test-failed', { test: 'olm-crds-have-resources', reason, remedy })];
  });
}

/** A test of descriptors: the part of a sample, and the fields in it that must be described. */
interface Descriptors {
  readonly test: TestName;
  readonly part: 'spec' | 'status';
  readonly list: string;
  /** Returns the fields in the sample that lack a descriptor. */
  readonly missing: (fields: readonly string[], described: readonly string[]) => readonly string[];
}

const specDescriptors: Descriptors = {
  test: 'olm-spec-descriptors',
  part: 'spec',
  list: 'specDescriptors',
  missing: (fields, described) => fields.filter((field) => !described.includes(field)),
};

const statusDescriptors: Descriptors = {
  test: 'olm-status-descriptors',
  part: 'status',
  list: 'statusDescriptors',
  // A single descriptor of any field is sufficient.
  missing: (fields, described) => (described.length === 0 ? fields.slice(0, 1) : []),
};

function descriptors(bundle: Bundle, { test, part, list, missing }: Descriptors): readonly Diagnostic[] {
  const { csv } = bundle;
  return samplesOf(bundle).flatMap(({ value, owned, name, kind, version }): readonly Diagnostic[] => {
    const failed = (path: JsonPath, reason: string, remedy: string): Diagnostic =>
      problemAt(csv, path, 'scorecard-test-failed', { test, reason, remedy });
    if (owned === undefined && (part === 'status' || valueAt(value, part) !== undefined)) {
      return [
        failed(
          examplesPath,
          `${kind} ${version} of ${name} is not owned`,
          'add it to spec.customresourcedefinitions.owned',
        ),
      ];
    }
    if (valueAt(value, part) === undefined) {
      return part === 'spec'
        ? [failed(examplesPath, `the sample ${name} has no spec`, 'add a spec to the sample')]
        : [problemAt(csv, examplesPath, 'sample-without-part', { name, part })];
    }
    const described = listAt(owned?.value, list).map((each) => textAt(each, 'path'));
    return missing(Object.keys(objectAt(value, part)), described).map((field) =>
      failed(
        owned!.path,
        `${part}.${field} of ${kind} ${version} has no descriptor`,
        `add to ${list}: {path: ${field}, displayName: ...}`,
      ),
    );
  });
}
