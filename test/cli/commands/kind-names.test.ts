import { parse, stringify } from 'yaml';
import { describe, expect, it } from 'vitest';
import { reserved } from '../../../src/features/import/names.js';
import { layoutOf } from '../../../src/project/layout/layout.js';
import { loadMarkers, markers } from '../../../src/language/markers/registry.js';
import type { JsonObject } from '../../../src/base/model/schema.js';
import { canBeClass, codeNames } from '../../../src/project/class-name.js';
import { parseProject } from '../../../src/project/project-file.js';
import { definitionObject, objectWith } from '../../support/definitions.js';
import { few } from '../../support/few.js';
import { changesOf, newProject, problemsOf, type TestProject } from '../../support/projects.js';
import { typeErrors } from '../../support/type-errors.js';

await loadMarkers();

const text = { type: 'string' };
const numbers = { type: 'array', items: { type: 'integer', format: 'int32', minimum: 1 }, maxItems: 3 };
const fields = {
  labels: { type: 'object', additionalProperties: text, maxProperties: 5, minProperties: 1 },
  numbers,
  lists: { type: 'object', additionalProperties: numbers },
  since: { type: 'string', format: 'date-time', nullable: true },
  data: { type: 'string', format: 'byte', maxLength: 8, minLength: 1, pattern: '^a' },
  port: { 'x-kubernetes-int-or-string': true },
  size: { type: 'integer', format: 'int64', minimum: 0, maximum: 9, multipleOf: 3, default: 3 },
  count: { type: 'integer', format: 'int32', exclusiveMinimum: true, minimum: 0 },
  share: { type: 'number', format: 'double' },
  part: { type: 'number' },
  any: { 'x-kubernetes-preserve-unknown-fields': true },
  whole: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
};

/** Returns a schema whose types use many markers and the scalars of the runtime, and which no other kind has. */
function rootOf(kind: string): JsonObject {
  const own = { [`for${kind}`]: text };
  const key = { type: 'string', not: { enum: ['a'] } };
  const parts = {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
    items: objectWith({ name: text, key, ...own }, { required: ['name'] }),
  };
  return objectWith({ spec: objectWith({ ...fields, parts, ...own }), status: objectWith(own) });
}

function definitionOf(kind: string, ...others: readonly string[]): JsonObject {
  const version = (name: string, storage: boolean): JsonObject => ({
    ...{ name, served: true, storage, schema: { openAPIV3Schema: rootOf(kind) }, subresources: { status: {} } },
    additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
    selectableFields: [{ jsonPath: '.spec.size' }],
  });
  const metadata = { name: `${kind.toLowerCase()}s.example.com`, labels: { a: 'b' } };
  return definitionObject({
    kind,
    versions: [version('v1', true), ...others.map((each) => version(each, false))],
    metadata,
  });
}

async function withDefinitions(definitions: readonly JsonObject[]): Promise<TestProject> {
  const project = await newProject();
  project.write('crds/all.yaml', definitions.map((each) => `---\n${JSON.stringify(each)}\n`).join(''));
  return project;
}

/** Adds webhooks to the stored versions, as `create webhook` does with each. */
function addWebhooks(project: TestProject): void {
  const { resources, ...others } = parse(project.read('PROJECT'));
  const webhooks = { webhookVersion: 'v1', defaulting: true, validation: true, conversion: true, spoke: ['v1beta1'] };
  const all = resources.map((each: { version: string }) => (each.version === 'v1' ? { ...each, webhooks } : each));
  project.write('PROJECT', stringify({ ...others, resources: all }));
  const layout = layoutOf(parseProject(project.read('PROJECT')).project);
  for (const { path, content } of layout.values())
    if (/^(?:src\/webhook|config)\//.test(path)) project.write(path, content);
}

async function problemsIn(project: TestProject): Promise<readonly string[]> {
  const check = await project.check();
  return [...problemsOf(check), ...changesOf(check), ...typeErrors(project)];
}

// One compiler reads a hundred kinds: a busy machine needs more than the usual time.
describe('the name of a kind can be one', { timeout: 300_000 }, () => {
  it('that its types use, or TypeScript', async () => {
    const names = [...reserved, ...markers.map(({ name }) => name)].filter(canBeClass);
    // `JSON` and `Json` would have the same plural.
    const kinds = [...new Map(names.map((each) => [each.toLowerCase(), each])).values()];
    const project = await withDefinitions(kinds.map((each) => definitionOf(each)));
    expect(problemsOf(await project.fromCrd({ controller: false }))).toEqual(['raw-schemas']);
    expect(await problemsIn(project)).toEqual([]);
  });

  it('that its controller, its webhooks or its conversion use', async () => {
    const kinds = [...codeNames, 'Old', 'ReadObject', 'StructuredClone'].filter(canBeClass);
    const project = await withDefinitions(kinds.map((each) => definitionOf(each, 'v1beta1')));
    expect(problemsOf(await project.fromCrd({}))).toEqual(['raw-schemas']);
    addWebhooks(project);
    expect(problemsOf(await project.manifests())).toEqual([]);
    expect(await problemsIn(project)).toEqual([]);
  });

  it('that no class has, in any form that the API server accepts', async () => {
    const kinds = ['postgresql', 'my-kind', 'webhook', 'record'];
    const project = await withDefinitions(kinds.map((each) => definitionOf(each, 'v1beta1')));
    const { diagnostics } = await project.fromCrd({});
    expect(diagnostics.filter(({ code }) => code === 'unusual-kind')).toHaveLength(kinds.length);
    expect(diagnostics.filter(({ code }) => !['unusual-kind', 'raw-schemas'].includes(code))).toEqual([]);
    const types = project.read('src/api/v1/postgresql.types.ts');
    expect(types).toContain("kind: 'postgresql', plural: '");
    expect(types).toContain('export class Postgresql extends');
    expect(project.read('src/controller/my-kind.controller.ts')).toContain(
      'export async function setupMyKindController',
    );
    const sample = project.read('config/samples/example_v1_postgresql.yaml');
    expect(sample).toContain('kind: postgresql\n');
    addWebhooks(project);
    expect(problemsOf(await project.manifests())).toEqual([]);
    expect(await problemsIn(project)).toEqual([]);
  });

  few(1).each(['Webhook', 'Client', 'Minimum', 'Resource'])(
    'that an edited kind gets and loses again: %s',
    async (kind) => {
      const project = await newProject();
      await project.createApi({ kind: 'Gadget' });
      await project.createApi({ kind: 'Gadget', version: 'v2' });
      await project.createWebhook({
        kind: 'Gadget',
        defaulting: true,
        validation: true,
        conversion: true,
        spoke: ['v2'],
      });
      for (const path of ['controller/gadget.controller.ts', 'webhook/v1/gadget.webhook.ts', 'api/v1/gadget.types.ts'])
        project.write(`src/${path}`, `${project.read(`src/${path}`)}\nexport const edited = true;\n`);
      project.write(
        'src/own.ts',
        "import { Gadget } from './api/v1/gadget.types.js';\n\nexport const own = [Gadget];\n",
      );
      for (const names of [
        { kind: 'Gadget', toKind: kind },
        { kind, toKind: 'Gadget' },
      ]) {
        const { diagnostics } = await project.rename(names);
        expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(await problemsIn(project)).toEqual([]);
      }
    },
  );
});
