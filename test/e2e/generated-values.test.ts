import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { parse } from 'yaml';
import type { KubernetesObject } from '../../runtime/src/api/object.js';
import { defineResource } from '../../runtime/src/api/resource.js';
import { createClient, createTransport, loadConfig, type Client } from '../../runtime/src/client/index.js';
import { createRandom } from '../../runtime/src/testing/random.js';
import { makeKubernetesObject } from '../../runtime/src/testing/values/make-object.js';
import { emitCrd } from '../../src/emit/crd.js';
import { examples } from '../support/examples.js';
import { analyzeSources, kindSource } from '../support/generate.js';
import { markerCases } from '../support/marker-cases.js';
import { goldenFolder } from '../support/scaffold-golden.js';
import { randomShapes, randomTypeImports, sourceOf } from '../support/random-types.js';

const shared = inject('controlPlane');
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const Crd = defineResource<KubernetesObject>({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  scope: 'Cluster',
});

const crdFiles = [...examples.map(({ path }) => path), goldenFolder].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /config\/crd\/bases\/.*\.yaml$/.test(path) && !path.includes('node_modules'))
    .map((path) => join(folder, path)),
);

function crdOf(parts: { spec: string; before?: string }): any {
  const { model, diagnostics } = analyzeSources(kindSource(parts));
  expect(diagnostics).toEqual([]);
  return parse(emitCrd(model.kinds[0]!, '0.0.0').text);
}

/**
 * A CRD for each version, in a group of its own: what is written in one version is stored, and cut, in another. Without the
 * subresource that would leave the status out of what is created.
 */
function standalone(crd: any, group: string): any[] {
  return crd.spec.versions.map(({ subresources: _subresources, ...version }: any) => {
    const own = `${version.name}.${group}`;
    const spec = { ...crd.spec, group: own, versions: [{ ...version, served: true, storage: true }] };
    return { ...crd, metadata: { name: `${crd.spec.names.plural}.${own}` }, spec };
  });
}

describe.skipIf(!shared.available)(`values that are made from a schema (SEED=${seed})`, { timeout: 300_000 }, () => {
  let client: Client;
  const installed: string[] = [];
  beforeAll(async () => {
    if (!shared.available) return;
    client = createClient(createTransport(await loadConfig({ kubeconfig: shared.info.kubeconfigPath })));
  });
  afterAll(async () => {
    await Promise.all(installed.map((name) => client.delete(Crd, { name })));
  });

  /** Every value is taken, and answered as it was sent: nothing is dropped, and no default was missing. */
  async function expectAccepted(crds: readonly { readonly name: string; readonly crd: any }[], count: number) {
    for (const { name, crd } of crds) {
      await client.create(Crd, crd).catch((error: unknown) => expect.fail(`${name}: ${String(error)}`));
      installed.push(crd.metadata.name);
    }
    for (const { name, crd } of crds) {
      const { group, scope, names } = crd.spec;
      const [{ name: version, schema }] = crd.spec.versions;
      const of = { group, version, kind: names.kind, scope, schema: schema.openAPIV3Schema };
      const Thing = defineResource<KubernetesObject>({ ...of, plural: names.plural });
      const random = createRandom(seed);
      for (let index = 0; index < count; index += 1) {
        const object = makeKubernetesObject(of, random, index);
        const create = () => client.create(Thing, object, { dryRun: true }).catch(messageOf);
        // The API server serves a kind a moment after it has taken it.
        const answer = await vi.waitUntil(async () => served(await create()), { timeout: 30_000, interval: 100 });
        const shown = `${name}\n${JSON.stringify(object)}`;
        expect(answer, shown).not.toBeTypeOf('string');
        const { metadata, ...body } = answer as KubernetesObject;
        const { metadata: sent, ...sentBody } = object;
        expect(body, shown).toEqual(sentBody);
        expect(metadata, shown).toMatchObject(sent!);
      }
    }
  }

  it('are taken by the API server: of the examples and golden projects', async () => {
    const crds = crdFiles.flatMap((name, index) => {
      const crd = parse(readFileSync(name, 'utf8')) as object;
      return standalone(crd, `values${index}.example.com`).map((each) => ({ name, crd: each }));
    });
    await expectAccepted(crds, 25);
  });

  it('are taken by the API server: of every marker', async () => {
    const fields = markerCases.filter(({ schema }) => schema !== undefined);
    const crds = fields.map(({ name, arguments: text, beside, field }, index) => {
      const other = beside === undefined ? '' : `@${beside} `;
      const bound = name === 'Keys' ? '@MaxProperties(9) ' : '';
      const spec = `${other}${bound}@${name}(${text}) it?: ${field};`;
      return { name: spec, crd: standalone(crdOf({ spec }), `markers${index}.example.com`)[0] };
    });
    await expectAccepted(crds, 8);
  });

  it('are taken by the API server: of random types', async () => {
    const crds = fc.sample(randomShapes, { seed, numRuns: 60 }).map((shape, index) => {
      const { type, declarations } = sourceOf(shape);
      const source = { spec: `it!: ${type};`, before: `${randomTypeImports}\n${declarations}` };
      return { name: `${declarations}\n${type}`, crd: standalone(crdOf(source), `shapes${index}.example.com`)[0] };
    });
    await expectAccepted(crds, 12);
  });
});

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** False while the server does not know the kind yet. */
function served<T>(answer: T | string): T | string | false {
  return typeof answer === 'string' && /no matches for kind|not found/.test(answer) ? false : answer;
}
