import { stringify } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../client/client.js';
import { createClient } from '../../client/create-client.js';
import { Deployment } from '../../k8s/apps/v1.js';
import { ConfigMap, Namespace } from '../../k8s/core/v1.js';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '../../testing/index.js';
import { createTransport } from '../../transport/create-transport.js';
import type { Transport } from '../../transport/transport.js';
import type { Json } from '../planned-object.js';
import { createObjects } from './create-objects.js';
import { objectsIn } from './read-objects.js';

const assets = await findTestAssets();

describe.skipIf(!assets.found && process.env['CI'] !== 'true')(
  'objects of another cluster',
  { timeout: 60_000 },
  () => {
    let environment: TestEnvironment;
    let transport: Transport;
    let client: Client;

    beforeAll(async () => {
      environment = await startTestEnvironment();
      transport = createTransport(environment.config);
      client = createClient(transport, { fieldManager: 'operator' });
    }, 120_000);
    afterAll(async () => {
      transport?.close();
      await environment?.stop();
    });

    const create = async (...objects: object[]): Promise<void> =>
      createObjects(client, await objectsIn('o.yaml', objects.map((each) => stringify(each)).join('---\n')));

    it('get their owners, their status and their deletion in the new one', async () => {
      const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: 'old', controller: true };
      const deleted = {
        finalizers: ['example.com/f'],
        deletionTimestamp: '2024-01-01T00:00:00Z',
        resourceVersion: '7',
      };
      const labels = { app: 'd' };
      const template = { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'a' }] } };
      const namespace = 'from-1';
      await create(
        {
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          metadata: { namespace, name: 'd', generation: 4, ownerReferences: [owner] },
          spec: { selector: { matchLabels: labels }, template },
          status: { observedGeneration: 4, readyReplicas: 1, replicas: 1 },
        },
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name: 'owner', uid: 'old' } },
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name: 'deleted', ...deleted } },
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default', labels } },
      );
      const { uid } = (await client.get(ConfigMap, { namespace, name: 'owner' })).metadata;
      const { metadata, status } = await client.get(Deployment, { namespace, name: 'd' });
      expect(metadata.ownerReferences).toEqual([{ ...owner, uid }]);
      expect(status).toMatchObject({ observedGeneration: metadata.generation, readyReplicas: 1 });
      expect((await client.get(ConfigMap, { namespace, name: 'deleted' })).metadata.deletionTimestamp).toBeDefined();
      expect((await client.get(Namespace, { name: 'default' })).metadata.labels).toMatchObject(labels);
    });

    it('are in the namespace default if they have none', async () => {
      await create(
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'homeless' } },
        { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'from-2' } },
      );
      expect((await client.get(ConfigMap, { namespace: 'default', name: 'homeless' })).metadata.uid).toBeDefined();
      expect((await client.get(Namespace, { name: 'from-2' })).metadata.uid).toBeDefined();
    });

    it('keep the owners of their fields, so that an apply removes what it no longer contains', async () => {
      const key = { namespace: 'default', name: 'applied' };
      await client.apply(ConfigMap, { metadata: key, data: { a: '1', b: '2' } });
      const source = (await client.get(ConfigMap, key)) as unknown as Json;
      await client.delete(ConfigMap, key);
      await create(source);
      const applied = await client.apply(ConfigMap, { metadata: key, data: { a: '1' } }, { force: true });
      expect(applied.data).toEqual({ a: '1' });
    });

    it('are all named if the API server rejects them', async () => {
      const bad = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'default', name } });
      const unknown = { apiVersion: 'example.com/v1', kind: 'Foo', metadata: { name: 'x' } };
      const rejected = create(bad('Aa'), bad('fine'), bad('Bb'), unknown);
      const error = await rejected.catch((thrown: unknown) => thrown as Error);
      expect(error?.message).toMatch(
        /^--from: o.yaml, document 1 \(ConfigMap default\/Aa\): .*document 3 \(ConfigMap default\/Bb\): /,
      );
      expect(error?.message).toContain('add its CustomResourceDefinition to the file, or to config/crd/bases');
    });
  },
);
