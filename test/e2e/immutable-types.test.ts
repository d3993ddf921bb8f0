import { beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import type { KubernetesObject } from '../../runtime/src/api/object.js';
import { defineResource } from '../../runtime/src/api/resource.js';
import { ApiError } from '../../runtime/src/transport/api-error.js';
import { loadConfig } from '../../runtime/src/configuration/index.js';
import { createTransport } from '../../runtime/src/transport/index.js';
import { createClient, type Client } from '../../runtime/src/client/index.js';
import { emitCrd } from '../../src/output/emit/crd.js';
import { analyzeSources, kindSource } from '../support/generate.js';
import { sharedApiServer } from './control-plane/shared.js';

const shared = await sharedApiServer();
const group = 'immutable-types.example.com';
const Crd = defineResource<KubernetesObject>({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  scope: 'Cluster',
});
const Thing = defineResource<KubernetesObject & { spec: Readonly<Record<string, unknown>> }>({
  group,
  version: 'v1',
  kind: 'Thing',
  plural: 'things',
  scope: 'Namespaced',
});

const before = `/** @immutable */ type Name = string;
type Alias = Name;
@Immutable() class Base { a?: string }
class Derived extends Base { b?: string }
interface Part { a?: string }
/** @immutable */ interface Part { b?: string }
interface Box<T> { value?: T }`;
const fields = {
  field: { spec: '@Immutable() field?: string;', value: 'one', other: 'two' },
  name: { spec: 'name?: Name;', value: 'one', other: 'two' },
  alias: { spec: 'alias?: Alias | null;', value: 'one', other: 'two' },
  derived: { spec: 'derived?: Derived;', value: { a: 'one' }, other: { a: 'two' } },
  part: { spec: 'part?: Part;', value: { b: 'one' }, other: { b: 'two' } },
  box: { spec: 'box?: Box<Name>;', value: { value: 'one' }, other: { value: 'two' }, removed: {} },
};

describe.skipIf(!shared.available)('an immutable type', { timeout: 120_000 }, () => {
  let client: Client;
  beforeAll(async () => {
    if (!shared.available) return;
    client = createClient(createTransport(await loadConfig({ kubeconfig: shared.info.kubeconfigPath })));
    const spec = Object.values(fields)
      .map((each) => each.spec)
      .join('\n');
    const { model } = analyzeSources(kindSource({ spec, before, group }));
    await client.create(Crd, parse(emitCrd(model.kinds[0]!, '0.0.0').text));
    await vi.waitFor(() => client.list(Thing, { namespace: 'default' }), { timeout: 30_000, interval: 200 });
  });

  it.each(Object.keys(fields) as (keyof typeof fields)[])('of %s can neither be changed nor removed', async (field) => {
    const { value, other, ...more } = fields[field];
    const key = { namespace: 'default', name: field };
    await client.create(Thing, {
      apiVersion: `${group}/v1`,
      kind: 'Thing',
      metadata: key,
      spec: {},
    } as never);
    const update = async (change: unknown): Promise<unknown> => {
      const now = await client.get(Thing, key);
      return client.update(Thing, { ...now, spec: change === undefined ? {} : { [field]: change } } as never);
    };
    await update(value);
    for (const change of [other, 'removed' in more ? more.removed : undefined]) {
      const refusal = await update(change).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(ApiError);
      expect(String(refusal)).toContain('immutable');
    }
    await update(value);
  });
});
