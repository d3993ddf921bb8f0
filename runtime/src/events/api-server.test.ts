import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { logInto } from '../../../test/support/logs.js';
import type { Client } from '../client/client.js';
import { createClient } from '../client/create-client.js';
import { loadConfig } from '../configuration/load-config.js';
import { createTransport } from '../transport/create-transport.js';
import type { Transport } from '../transport/transport.js';
import { ConfigMap, Namespace } from '../k8s/core/v1.js';
import { Event } from '../k8s/events/v1.js';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '../testing/index.js';
import { EventBroadcaster } from './event-broadcaster.js';

const assets = await findTestAssets();

describe.skipIf(!assets.found && process.env['CI'] !== 'true')(
  'events on a real API server',
  { timeout: 60_000 },
  () => {
    let environment: TestEnvironment;
    let transport: Transport;
    let client: Client;

    beforeAll(async () => {
      environment = await startTestEnvironment({ users: [{ name: 'nobody' }] });
      transport = createTransport(await loadConfig({ kubeconfig: environment.kubeconfigPath }));
      client = createClient(transport, { fieldManager: 'tests' });
    }, 120_000);
    afterAll(async () => {
      transport?.close();
      await environment?.stop();
    });

    function broadcasterOf(by: Client = client) {
      const lines: Record<string, unknown>[] = [];
      const log = logInto(lines);
      const broadcaster = new EventBroadcaster({ client: by, instance: 'host', log, retryPeriod: 50 });
      broadcaster.start();
      return { broadcaster, lines };
    }
    const scaled = { type: 'Normal', reason: 'Scaled', action: 'Scale', note: 'now at 3' } as const;
    const about = async (name: string, namespace = 'default') =>
      (await client.list(Event, { namespace })).items.filter(({ regarding }) => regarding?.name === name);

    it('are stored with all that the API server asks for, and counted when they happen again', async () => {
      const { broadcaster, lines } = broadcasterOf();
      const recorder = broadcaster.recorder('example.com/scaler');
      const created = await client.create(ConfigMap, { metadata: { name: 'web', namespace: 'default' } });
      for (let count = 0; count < 5; count += 1) recorder.event(created, scaled);
      await broadcaster.stop(5000);
      expect(lines).toEqual([]);
      expect(await about('web')).toMatchObject([
        {
          ...scaled,
          reportingController: 'example.com/scaler',
          reportingInstance: 'example.com/scaler-host',
          regarding: {
            apiVersion: 'v1',
            kind: 'ConfigMap',
            name: 'web',
            namespace: 'default',
            uid: created.metadata.uid,
          },
          series: { count: 5, lastObservedTime: expect.stringMatching(/\.\d{6}Z$/) },
        },
      ]);
    });

    it('have a namespace where their object has none, a name where its name is none for an event, and a note that fits', async () => {
      const { broadcaster, lines } = broadcasterOf();
      const recorder = broadcaster.recorder('scaler');
      const other = await client.get(Namespace, { name: 'kube-system' });
      const odd = { apiVersion: 'v1', kind: 'ClusterRole', metadata: { name: 'system:odd' } };
      recorder.event(other, { ...scaled, note: 'ü'.repeat(2000), related: odd });
      recorder.event(odd, scaled);
      await eventually(async () => expect(await about('system:odd')).toHaveLength(1));
      const [event] = await about('kube-system');
      expect(event).toMatchObject({ metadata: { namespace: 'default' }, related: { name: 'system:odd' } });
      expect(event?.note).toMatch(/^ü{510}\.\.\.$/);
      await broadcaster.stop(1000);
      expect(lines).toEqual([]);
    });

    it('that may not be written are said once, with the rule that is missing', async () => {
      const nobody = createTransport(await loadConfig({ kubeconfig: await environment.userKubeconfig('nobody') }));
      const { broadcaster, lines } = broadcasterOf(createClient(nobody));
      const recorder = broadcaster.recorder('scaler');
      const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'any', namespace: 'default' } };
      for (const note of ['a', 'b', 'c']) recorder.event(object, { ...scaled, note });
      await broadcaster.stop(5000);
      nobody.close();
      // Once, without the permission for the single request.
      const message = expect.stringMatching(/^(?!.*@Rbac.*@Rbac).*@Rbac\(.*events\.k8s\.io.*create.*patch/);
      expect(lines).toMatchObject([{ level: 'warn', error: { message } }]);
      expect(lines[0]).not.toHaveProperty('remedy');
    });
  },
);
