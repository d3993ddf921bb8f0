import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import type { KubernetesObject } from '../../runtime/src/api/object.js';
import { defineResource } from '../../runtime/src/api/resource.js';
import { loadConfig } from '../../runtime/src/configuration/index.js';
import { createTransport } from '../../runtime/src/transport/index.js';
import { createClient } from '../../runtime/src/client/index.js';
import { emitCrd } from '../../src/output/emit/crd.js';
import { emitSample } from '../../src/output/emit/sample.js';
import type { Kind } from '../../src/base/model/kind.js';
import { verifyKind } from '../../src/language/rules/kind-rules.js';
import { analyzeSources, kindSource } from '../support/generate.js';
import { randomShapes, randomTypeImports, sourceOf, type Shape } from '../support/random-types.js';
import { seed } from '../support/seed.js';
import { sharedApiServer } from './control-plane/shared.js';

const shared = await sharedApiServer();
const Crd = defineResource<KubernetesObject>({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  scope: 'Cluster',
});

function kindOf(shape: Shape, group: string): { readonly source: string; readonly kind: Kind } {
  const { type, declarations } = sourceOf(shape);
  const sources = kindSource({ spec: `it!: ${type};`, before: `${randomTypeImports}\n${declarations}`, group });
  const { model, diagnostics } = analyzeSources(sources);
  expect(diagnostics).toEqual([]);
  return { source: Object.values(sources).join('\n'), kind: model.kinds[0]! };
}

describe.skipIf(!shared.available)(`whatever types a user writes (SEED=${seed})`, () => {
  it('the API server accepts the CRD and the sample, and keeps all of the sample', async () => {
    if (!shared.available) return;
    const client = createClient(createTransport(await loadConfig({ kubeconfig: shared.info.kubeconfigPath })));
    const kinds = fc
      .sample(randomShapes, { seed, numRuns: 60 })
      .map((shape, index) => kindOf(shape, `random${index}.example.com`));
    for (const { kind, source } of kinds) {
      expect(verifyKind(kind), source).toEqual([]);
      const answer = await client.create(Crd, parse(emitCrd(kind, '0.0.0').text) as object).catch(messageOf);
      expect(answer, source).not.toBeTypeOf('string');
    }
    for (const { kind, source } of kinds) {
      const { text, missing } = emitSample(kind, kind.versions[0]!, 'random');
      expect(missing, source).toEqual([]);
      const Thing = defineResource<KubernetesObject & { spec?: unknown }>({
        group: kind.group,
        version: 'v1',
        kind: kind.kind,
        plural: kind.plural,
        scope: 'Namespaced',
      });
      const sample = parse(text) as KubernetesObject & { spec?: object };
      const object = { ...sample, metadata: { ...sample.metadata, namespace: 'default' } };
      const create = async () => client.create(Thing, object, { dryRun: true }).catch(messageOf);
      // The API server serves a kind a moment after it has taken it.
      const answer = await vi.waitUntil(async () => served(await create()), { timeout: 30_000, interval: 200 });
      expect(answer, source).not.toBeTypeOf('string');
      expect(answer, source).toMatchObject({ spec: sample.spec });
    }
    // The other tests share the server.
    await Promise.all(kinds.map(({ kind }) => client.delete(Crd, { name: `${kind.plural}.${kind.group}` })));
  });
});

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** False while the server does not know the kind yet. */
function served<T>(answer: T | string): T | string | false {
  return typeof answer === 'string' && /no matches for kind|not found/.test(answer) ? false : answer;
}
