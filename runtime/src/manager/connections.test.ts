import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { silentLogger } from '../../../test/support/logs.js';
import { sendJson, sendStatus, startLoopbackServer } from '../../../test/support/loopback-server.js';
import { fixedCredential } from '../transport/cluster-config.js';
import { controllerManagedBy } from '../controller/builder.js';
import { ConfigMap } from '../k8s/core/v1.js';
import { createManager } from './create-manager.js';

const credentials = fixedCredential({});
const log = silentLogger;
const reconcile = () => Promise.resolve();

it('asks as much at once as it has workers, and no less than four', async () => {
  const held: ServerResponse[] = [];
  const { url: server } = await startLoopbackServer((_, response) => held.push(response));
  const manager = await createManager({ config: { server, credentials }, log });
  const key = { name: 'a', namespace: 'default' };
  /** Returns how many of twenty requests arrive before any is answered. */
  const atOnce = async (): Promise<number> => {
    const asked = Promise.all(Array.from({ length: 20 }, () => manager.apiReader.get(ConfigMap, key)));
    await eventually(() => expect(held.length).toBeGreaterThanOrEqual(4));
    await sleep(100);
    const arrived = held.length;
    // The others follow as the earlier ones are answered.
    for (let answered = 0; answered < 20;) {
      for (const response of held.splice(0)) {
        sendJson(response, { metadata: { ...key, resourceVersion: '1' } });
        answered += 1;
      }
      await sleep(5);
    }
    await asked;
    return arrived;
  };
  expect(await atOnce()).toBe(4);
  const named = (name: string, workers: number) =>
    controllerManagedBy(manager)
      .for(ConfigMap)
      .named(name)
      .withOptions({ maxConcurrentReconciles: workers })
      .complete({ reconcile });
  await named('one', 3);
  expect(await atOnce()).toBe(4);
  await named('two', 6);
  expect(await atOnce()).toBe(9);
});

it('is elected by the server that the election is configured with, in the namespace of that one', async () => {
  const here = await startLoopbackServer((_, response) =>
    sendJson(response, { metadata: { name: 'a', resourceVersion: '1' } }),
  );
  let lease: object | undefined;
  const elsewhere = await startLoopbackServer(({ method, body }, response) => {
    const metadata = { name: 'lead', namespace: 'theirs', resourceVersion: '1' };
    if (method !== 'GET') lease = { ...(JSON.parse(body) as object), kind: 'Lease', metadata };
    if (lease === undefined) sendStatus(response, 404, 'NotFound');
    else sendJson(response, lease);
  });
  const config = { server: elsewhere.url, credentials: fixedCredential({ token: 'other' }), namespace: 'theirs' };
  const manager = await createManager({
    config: { server: here.url, credentials: fixedCredential({ token: 'own' }), namespace: 'ours' },
    // No renewal between the two counted requests.
    leaderElection: {
      enabled: true,
      id: 'lead',
      config,
      leaseDuration: 90_000,
      renewDeadline: 60_000,
      retryPeriod: 30_000,
    },
    log,
  });
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const ended = manager.start(end.signal);
  await manager.elected;
  await manager.client.create(ConfigMap, { metadata: { name: 'a', namespace: 'default' } });
  end.abort();
  await ended;
  expect(elsewhere.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /apis/coordination.k8s.io/v1/namespaces/theirs/leases/lead',
    'POST /apis/coordination.k8s.io/v1/namespaces/theirs/leases',
    // Released at the end.
    'GET /apis/coordination.k8s.io/v1/namespaces/theirs/leases/lead',
    'PUT /apis/coordination.k8s.io/v1/namespaces/theirs/leases/lead',
  ]);
  expect(new Set(elsewhere.requests.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer other']));
  expect(here.requests.map(({ path }) => path)).toContain('/api/v1/namespaces/default/configmaps');
  expect(here.requests.filter(({ path }) => path.includes('leases'))).toEqual([]);
  expect(new Set(here.requests.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer own']));
});
