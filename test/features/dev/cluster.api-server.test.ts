import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type Client } from '@operator-gen/runtime';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '../../../runtime/src/testing/index.js';
import type { JsonObject } from '../../../src/base/model/schema.js';
import { applierOf } from '../../../src/features/dev/cluster/apply.js';
import { withoutOperator } from '../../../src/features/dev/cluster/conversion.js';
import { Samples } from '../../../src/features/dev/cluster/samples.js';

const assets = await findTestAssets();

describe.skipIf(!assets.found && process.env['CI'] !== 'true')('the objects of dev', { timeout: 60_000 }, () => {
  let environment: TestEnvironment;
  let client: Client;

  beforeAll(async () => {
    environment = await startTestEnvironment();
    client = createClient(environment.config);
  }, 120_000);
  afterAll(() => environment?.stop());

  const crds = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' };
  const text = { type: 'string' };
  const version = (name: string, field: string, storage: boolean) => ({
    name,
    served: true,
    storage,
    schema: {
      openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { [field]: text } } } },
    },
  });
  const definition = (plural: string, kind: string): JsonObject => ({
    ...crds,
    metadata: { name: `${plural}.dev.example.com` },
    spec: {
      group: 'dev.example.com',
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [version('v1', 'host', true), version('v2', 'hosts', false)],
      conversion: {
        strategy: 'Webhook',
        webhook: {
          conversionReviewVersions: ['v1'],
          clientConfig: { service: { name: 'none', namespace: 'default', path: '/convert' } },
        },
      },
    },
  });
  const object = (kind: string, name: string, more: object = {}): JsonObject => ({
    apiVersion: 'dev.example.com/v1',
    kind,
    metadata: { name, namespace: 'default', ...more },
    spec: { host: 'a' },
  });
  const key = (name: string) => ({ name, namespace: 'default' });

  it('keep their fields when the operator that converts them has ended', async () => {
    const sites = definition('sites', 'Site');
    await applierOf(client).apply([sites, object('Site', 'kept')]);
    const { definition: without, note } = await withoutOperator(client, sites);
    expect(note).toContain('sites.dev.example.com is served in v1 alone');
    await applierOf(client).apply([without]);
    const kind = await client.kindOf({ apiVersion: 'dev.example.com/v1', kind: 'Site' });
    const stored = await client.patch(kind, key('kept'), { metadata: { labels: { a: 'b' } } } as never);
    expect(stored).toMatchObject({ metadata: { labels: { a: 'b' } }, spec: { host: 'a' } });
    const served = await client.get(await client.kindOf(crds), { name: 'sites.dev.example.com' });
    expect(served).toMatchObject({
      spec: { versions: [{ served: true }, { served: false }], conversion: { strategy: 'None' } },
    });
  });

  it('are not read in another version if some are stored in it', async () => {
    const shops = definition('shops', 'Shop');
    await applierOf(client).apply([shops]);
    const kind = await client.kindOf(crds);
    const stored = await client.get(kind, { name: 'shops.dev.example.com' });
    await client.status.update({
      ...stored,
      status: { ...(stored as unknown as { status: object }).status, storedVersions: ['v1', 'v2'] },
    } as never);
    const { definition: without, note } = await withoutOperator(client, shops);
    expect(without).toEqual(shops);
    expect(note).toContain('some are stored in v2');
  });

  it('that are samples are deleted when they are gone, and applied when they are not being deleted', async () => {
    const problems: string[] = [];
    const samples = new Samples(client, (error) => problems.push((error as Error).message));
    const sample = object('Site', 'sample', { finalizers: ['dev.example.com/wait'] });
    expect(await samples.apply([sample]), problems.join()).toMatchObject({ applied: ['Site default/sample'] });
    expect(await samples.remove([sample])).toEqual({ applied: [], deleted: [], deleting: ['Site default/sample'] });
    expect(await samples.apply([sample])).toMatchObject({ applied: [] });
    expect(problems).toEqual(['Site default/sample is not applied: it is being deleted, and waits for a finalizer']);
    const kind = await client.kindOf({ apiVersion: 'dev.example.com/v1', kind: 'Site' });
    const removing = samples.remove([sample]);
    await client.patch(kind, key('sample'), { metadata: { finalizers: null } } as never);
    expect(await removing).toMatchObject({ deleting: [] });
    expect(await samples.apply([sample])).toMatchObject({ applied: ['Site default/sample'] });
  });
});
