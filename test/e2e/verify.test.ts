import { beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import type { KubernetesObject } from '../../runtime/src/api/object.js';
import { defineResource } from '../../runtime/src/api/resource.js';
import { ApiError } from '../../runtime/src/transport/api-error.js';
import { loadConfig } from '../../runtime/src/configuration/index.js';
import { createTransport } from '../../runtime/src/transport/index.js';
import { createClient, type Client } from '../../runtime/src/client/index.js';
import { emitCrd } from '../../src/output/emit/crd.js';
import { emitRoles } from '../../src/output/emit/rbac.js';
import { emitWebhooks } from '../../src/output/emit/webhook.js';
import { verifyKind } from '../../src/language/rules/kind-rules.js';
import { verifySharedNames } from '../../src/language/rules/name-rules.js';
import { verifyPermissions } from '../../src/language/rules/rbac-rules.js';
import { verifyWebhooks } from '../../src/language/rules/webhook-rules.js';
import { analyzeSources, kindSource } from '../support/generate.js';
import { markerCases } from '../support/marker-cases.js';
import { rbacCases, rbacSource } from '../support/rbac-cases.js';
import { oneOfEach } from '../support/seed.js';
import { selectableCases, selectableSources } from '../support/selectable-cases.js';
import { sortOfCase, verifyCaseName, verifyCases, type VerifyCase } from '../support/verify-cases.js';
import { webhookCases, webhookSource } from '../support/webhook-cases.js';
import { sharedApiServer } from './control-plane/shared.js';

const shared = await sharedApiServer();

const Webhooks = (mutating: boolean) =>
  defineResource<KubernetesObject>({
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    kind: mutating ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration',
    plural: mutating ? 'mutatingwebhookconfigurations' : 'validatingwebhookconfigurations',
    scope: 'Cluster',
  });

const Roles = (namespace: string) =>
  defineResource<KubernetesObject>({
    group: 'rbac.authorization.k8s.io',
    version: 'v1',
    kind: namespace === '' ? 'ClusterRole' : 'Role',
    plural: namespace === '' ? 'clusterroles' : 'roles',
    scope: namespace === '' ? 'Cluster' : 'Namespaced',
  });

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
  beforeAll(async () => {
    if (!shared.available) return;
    client = createClient(createTransport(await loadConfig({ kubeconfig: shared.info.kubeconfigPath })));
  });

  it.each([...oneOfEach(verifyCases, sortOfCase), ...fixtures].map((each) => [verifyCaseName(each), each] as const))(
    '%s',
    async (_, { codes: __, ...source }) => {
      const { model } = analyzeSources(kindSource(source));
      const [kind] = model.kinds;
      const refusals = verifyKind(kind!).filter(({ severity }) => severity === 'error');
      const crd = parse(emitCrd(kind!, '0.0.0').text) as object;
      const answer = await answerTo(client.create(Crd, crd, { dryRun: true }));
      if (refusals.length === 0) expect(answer).toBe('accepted');
      else expect(answer).toMatch(/^refused: /);
    },
  );

  it.each(selectableCases)('selectable fields of several versions: %j', async (...each) => {
    const refused = each.pop();
    const { model } = analyzeSources(selectableSources(each as [string, string[]][]));
    const crd = parse(emitCrd(model.kinds[0]!, '0.0.0').text) as object;
    const answer = await answerTo(client.create(Crd, crd, { dryRun: true }));
    expect(answer).toMatch(refused ? /^refused: / : /^accepted$/);
  });

  it.each(webhookCases)('a webhook: $name', async (each) => {
    const { model } = analyzeSources({ 'src/hook.ts': webhookSource(each) });
    const { mutating } = model.webhooks[0]!;
    const object = parse(emitWebhooks(model.webhooks, [])!) as object;
    expect([...verifyWebhooks(model)].map(({ code }) => code)).toEqual(each.codes);
    const answer = await answerTo(
      client.create(Webhooks(mutating), object, { dryRun: true, fieldValidation: 'Strict' }),
    );
    expect(answer).toMatch(each.codes.includes('invalid-webhook') ? /^refused: / : /^accepted$/);
  });

  it('null in a nullable enum, a default of null, and what a record keeps', async () => {
    const group = 'stored.example.com';
    const spec = `it?: 'x' | 'y' | null; list?: ('x' | null)[];
      @Default(null) nullable?: string | null; @Default(null) other?: string;
      @PreserveUnknownFields() kept?: Record<string, { a?: string }>;`;
    const { model } = analyzeSources(kindSource({ group, spec }));
    const crd = parse(emitCrd(model.kinds[0]!, '0.0.0').text) as KubernetesObject;
    await client.create(Crd, crd);
    const Thing = defineResource<KubernetesObject & { spec: object }>({
      group,
      version: 'v1',
      kind: 'Thing',
      plural: 'things',
      scope: 'Namespaced',
    });
    const create = (of: object) =>
      client.create(
        Thing,
        {
          apiVersion: `${group}/v1`,
          kind: 'Thing',
          metadata: { name: 'a', namespace: 'default' },
          spec: of,
        },
        { dryRun: true },
      );
    try {
      // The API server serves a new kind a moment after it took the CRD.
      await expect.poll(() => answerTo(create({})), { timeout: 20_000 }).toBe('accepted');
      expect((await create({})).spec).toEqual({});
      const full = { it: null, list: ['x', null], kept: { k: { a: 'x', b: 'y' } } };
      expect((await create(full)).spec).toEqual(full);
      expect(await answerTo(create({ it: 'z' }))).toMatch(/^refused: .*Unsupported value: "z"/);
    } finally {
      await client.delete(Crd, { name: `things.${group}` });
    }
  });

  it('names that two kinds share', async () => {
    const group = 'shared.example.com';
    const { model } = analyzeSources({
      'src/kinds.ts': `import * as api from '@operator-gen/runtime/api';
@api.Resource({ group: '${group}', version: 'v1' }, { plural: 'as', shortNames: ['x'] })
export class A extends api.CustomResource {}
@api.Resource({ group: '${group}', version: 'v1' }, { plural: 'bs', shortNames: ['x'] })
export class B extends api.CustomResource {}
`,
    });
    expect([...verifySharedNames(model)].map(({ code }) => code)).toEqual(['duplicate-resource-name']);
    const conditionsOf = async (name: string) => {
      const { status } = (await client.get(Crd, { name })) as {
        status?: { conditions?: { type: string; status: string }[] };
      };
      return Object.fromEntries((status?.conditions ?? []).map((each) => [each.type, each.status]));
    };
    const names = model.kinds.map(({ plural }) => `${plural}.${group}`);
    try {
      for (const [index, kind] of model.kinds.entries()) {
        await client.create(Crd, parse(emitCrd(kind, '0.0.0').text) as KubernetesObject);
        const served = index === 0 ? 'True' : 'False';
        await expect
          .poll(() => conditionsOf(names[index]!), { timeout: 20_000 })
          .toMatchObject({ NamesAccepted: served, Established: served });
      }
    } finally {
      for (const name of names) await client.delete(Crd, { name });
    }
  });

  it.each(rbacCases.map((each) => [JSON.stringify(each.rule), each] as const))('a permission: %s', async (_, each) => {
    const { model } = analyzeSources({ 'src/controller.ts': rbacSource(each) });
    expect([...verifyPermissions(model)].map(({ code }) => code)).toEqual(each.codes);
    const { namespace, roleName } = model.rbac[0]!;
    const roles = parseAllDocuments(emitRoles(model.rbac, 'manager-role')).map(
      (document) => document.toJS() as KubernetesObject,
    );
    const role = roles.find(
      ({ metadata }) => metadata!.name === (roleName || 'manager-role') && (metadata!.namespace ?? '') === namespace,
    );
    const answer = await answerTo(client.create(Roles(namespace), role!, { dryRun: true }));
    expect(answer).toMatch(each.codes.includes('invalid-permission') ? /^refused: / : /^accepted$/);
  });
});

async function answerTo(creation: Promise<unknown>): Promise<string> {
  try {
    await creation;
    return 'accepted';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `refused: ${error.message}`;
  }
}
