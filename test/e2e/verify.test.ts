import { beforeAll, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import type { KubernetesObject } from '../../runtime/src/api/object.js';
import { defineResource } from '../../runtime/src/api/resource.js';
import { ApiError } from '../../runtime/src/client/api-error.js';
import { createClient, createTransport, loadConfig, type Client } from '../../runtime/src/client/index.js';
import { emitCrd } from '../../src/emit/crd.js';
import { verifyKind } from '../../src/verify/kind-rules.js';
import { analyzeSources, kindSource } from '../support/generate.js';
import { markerCases } from '../support/marker-cases.js';
import { verifyCaseName, verifyCases, type VerifyCase } from '../support/verify-cases.js';

const shared = inject('controlPlane');

const Crd = defineResource<KubernetesObject>({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  scope: 'Cluster',
});

const fixtures: readonly VerifyCase[] = markerCases
  .filter(({ schema }) => schema !== undefined)
  .map(({ name, arguments: text, beside, field }) => {
    const other = beside === undefined ? '' : `@${beside} `;
    // What needs no CEL to be known: the estimated cost of an unbounded record is another matter.
    const bound = name === 'Keys' ? '@MaxProperties(9) ' : '';
    return { spec: `${other}${bound}@${name}(${text}) it?: ${field};`, codes: [] };
  });

// What verify passes, the API server accepts; what it refuses, verify refuses.
describe.skipIf(!shared.available)('verify and the API server agree about', () => {
  let client: Client;
  beforeAll(() => {
    if (!shared.available) return;
    client = createClient(createTransport(loadConfig({ kubeconfig: shared.info.kubeconfigPath })));
  });

  it.each([...verifyCases, ...fixtures].map((each) => [verifyCaseName(each), each] as const))(
    '%s',
    async (_, { codes: __, stricter = false, ...source }) => {
      const { model } = analyzeSources(kindSource(source));
      const [kind] = model.kinds;
      const refusals = verifyKind(kind!).filter(({ severity }) => severity === 'error');
      const crd = parse(emitCrd(kind!, '0.0.0')) as object;
      const answer = await client.create(Crd, crd, { dryRun: true }).then(
        () => 'accepted',
        (error: unknown) => {
          if (!(error instanceof ApiError)) throw error;
          return `refused: ${error.message}`;
        },
      );
      if (refusals.length === 0 || stricter) expect(answer).toBe('accepted');
      else expect(answer).toMatch(/^refused: /);
    },
  );
});
