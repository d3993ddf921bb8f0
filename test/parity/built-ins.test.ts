import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { isExecutable } from '../../runtime/src/testing/environment/platform.js';
import { programPath } from '../e2e/control-plane/programs.js';
import { makeTemporaryFolder } from '../support/tree.js';
import { builtInFiles, type BuiltInFile, type Schemas } from './support/built-in-types.js';
import { buildControllerGen, controllerGenSchemas, goTypes } from './support/controller-gen.js';
import { differencesOf, words, type Difference } from './support/differences.js';
import { ourSchemas } from './support/ours.js';

// Every built-in type, embedded in a kind, gives the schema that controller-gen gives for its Go type. What is wanted to
// be different, or is not there yet, stands here with its reason; anything else fails.

/** API versions that the client's package still declares, and that this Kubernetes has no Go packages for. */
const goneVersions = ['networking/v1alpha1', 'resource/v1alpha2', 'scheduling/v1alpha1', 'storagemigration/v1alpha1'];

/** What controller-gen refuses: JSONSchemaProps with all that holds it, and a list type on the bytes of `caBundle`. */
const refusedByControllerGen = [
  'apiextensions/v1.CustomResourceDefinition',
  'apiextensions/v1.CustomResourceDefinitionSpec',
  'apiextensions/v1.CustomResourceDefinitionVersion',
  'apiextensions/v1.CustomResourceValidation',
  'apiextensions/v1.JSONSchemaProps',
  'apiregistration/v1.APIService',
  'apiregistration/v1.APIServiceSpec',
];

type Expected = Readonly<Record<string, (difference: Difference) => boolean>>;

const expectedInSchemas: Expected = {
  'in a list, the form of the rule for immutable fields that costs less': ({ path, controllerGen, ours }) =>
    path.includes('[]') && textOf(controllerGen).replace('self == oldSelf', 'self in [oldSelf]') === textOf(ours),
};

function textOf(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

const expectedInDescriptions: Expected = {
  'OpenAPI has no text of a field whose type has a name: the text of the type stands there': ({ path, ours }) =>
    isField(path) && (textsOfTypes.has(words(ours)) || /^(IntOrString|MicroTime) is /.test(words(ours))),
  'OpenAPI has no named scalars, and so no text of them': ({ path, ours }) => !isField(path) && ours === undefined,
  'the client’s package has no text of this type': ({ path, ours }) =>
    path.join() === 'admissionregistration/v1alpha1.MatchCondition' && ours === undefined,
  'controller-gen has no texts in embedded metadata': ({ controllerGen, ours }) =>
    controllerGen === undefined && textsOfMetadata.has(words(ours)),
};

const files = builtInFiles();
let compared: readonly BuiltInFile[] = [];
let theirs: Schemas = new Map();
let ours: Schemas = new Map();
let textsOfTypes: ReadonlySet<string> = new Set();
let textsOfMetadata: ReadonlySet<string> = new Set();

function isField(path: readonly string[]): boolean {
  return path.length > 1 && !path.at(-1)!.startsWith('[');
}

function differencesIn({ name, types }: BuiltInFile): readonly Difference[] {
  return types.flatMap((type) => {
    const [one, other] = [theirs.get(`${name}.${type}`), ours.get(`${name}.${type}`)];
    return differencesOf([`${name}.${type}`], one ?? {}, other ?? {});
  });
}

function differ(file: BuiltInFile, what: 'schemas' | 'descriptions'): readonly Difference[] {
  return differencesIn(file).filter(({ keyword }) => (keyword === 'description') === (what === 'descriptions'));
}

function unexpected(differences: readonly Difference[], expected: Expected): readonly string[] {
  return differences
    .filter((each) => !Object.values(expected).some((isExpected) => isExpected(each)))
    .map(({ path, keyword, ...values }) => `${path.join(' > ')}: ${keyword}: ${JSON.stringify(values)}`);
}

function reasonsThatOccur(differences: readonly Difference[], expected: Expected): readonly string[] {
  return Object.keys(expected).filter((reason) => differences.some(expected[reason]!));
}

const ready = isExecutable(programPath('controller-gen')) && spawnSync('go', ['version']).status === 0;

describe.runIf(ready || process.env.CI === 'true')('built-in types, beside controller-gen', () => {
  beforeAll(async () => {
    await buildControllerGen();
    const known = await goTypes(files.map(({ goPackage }) => goPackage));
    compared = files
      .map((file) => ({
        ...file,
        types: file.types.filter(
          (type) => known.get(file.goPackage)?.has(type) && !refusedByControllerGen.includes(`${file.name}.${type}`),
        ),
      }))
      .filter(({ types }) => types.length > 0);
    const folder = makeTemporaryFolder();
    try {
      theirs = await controllerGenSchemas(folder.path, compared);
    } finally {
      folder.remove();
    }
    ours = ourSchemas(compared);
    textsOfTypes = new Set(
      [...ours.values()].map(({ description }) => words(description)).filter((text) => text !== ''),
    );
    const { description, properties } = ours.get('meta/v1.ObjectMeta')!;
    const fields = Object.values<{ description: string }>(properties);
    textsOfMetadata = new Set([description, ...fields.map((each) => each.description)].map(words));
  }, 1_200_000);

  it('are compared, all of them that Go has too', () => {
    const names = (list: readonly BuiltInFile[]): string[] =>
      list.flatMap(({ name, types }) => types.map((type) => `${name}.${type}`)).toSorted();
    const present = files.filter(({ name }) => !goneVersions.includes(name));
    expect([...names(compared), ...refusedByControllerGen].toSorted()).toEqual(names(present));
    expect([...theirs.keys()].toSorted()).toEqual(names(compared));
    expect([...ours.keys()].toSorted()).toEqual(names(compared));
  });

  it.each(files.filter(({ name }) => !goneVersions.includes(name)))('have the same schema: $name', ({ name }) => {
    const file = compared.find((each) => each.name === name)!;
    expect(unexpected(differ(file, 'schemas'), expectedInSchemas)).toEqual([]);
  });

  it.each(files.filter(({ name }) => !goneVersions.includes(name)))('have the same texts: $name', ({ name }) => {
    const file = compared.find((each) => each.name === name)!;
    expect(unexpected(differ(file, 'descriptions'), expectedInDescriptions)).toEqual([]);
  });

  it('differ for every reason that is given here: a reason that is gone has to go', () => {
    const all = compared.flatMap(differencesIn);
    expect(
      reasonsThatOccur(
        all.filter(({ keyword }) => keyword !== 'description'),
        expectedInSchemas,
      ),
    ).toEqual(Object.keys(expectedInSchemas));
    expect(
      reasonsThatOccur(
        all.filter(({ keyword }) => keyword === 'description'),
        expectedInDescriptions,
      ),
    ).toEqual(Object.keys(expectedInDescriptions));
  });
});
