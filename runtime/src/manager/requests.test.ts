import { expect, it } from 'vitest';
import { sendJson, startLoopbackServer } from '../../../test/support/loopback-server.js';
import { fixedCredential } from '../transport/cluster-config.js';
import { ConfigMap } from '../k8s/core/v1.js';
import { createManager } from './create-manager.js';

const credentials = fixedCredential({});

it('limits the rate of all clients of a manager together', async () => {
  const { url: server } = await startLoopbackServer((_, response) =>
    sendJson(response, { metadata: { name: 'a', resourceVersion: '1' } }),
  );
  const manager = await createManager({ config: { server, credentials }, rateLimit: { qps: 50, burst: 1 } });
  const begun = performance.now();
  const key = { name: 'a', namespace: 'default' };
  const delta = { data: { a: 'b' } };
  await Promise.all([
    ...Array.from({ length: 5 }, () => manager.apiReader.get(ConfigMap, key)),
    ...Array.from({ length: 5 }, () => manager.client.patch(ConfigMap, key, delta)),
  ]);
  // One immediately, and nine after that.
  expect(performance.now() - begun).toBeGreaterThanOrEqual(175);
});

it('refuses a limit that nothing could pass', async () => {
  const config = { server: 'http://127.0.0.1:1', credentials };
  await expect(createManager({ config, rateLimit: { qps: 0, burst: 1 } })).rejects.toThrow(RangeError);
});

it('limits the time and the parallel requests of its clients', async () => {
  let open = 0;
  let most = 0;
  const { url: server } = await startLoopbackServer((_, response) => {
    most = Math.max(most, (open += 1));
    setTimeout(() => {
      open -= 1;
      sendJson(response, { metadata: { name: 'a', resourceVersion: '1' } });
    }, 20);
  });
  const key = { name: 'a', namespace: 'default' };
  const manager = await createManager({ config: { server, credentials }, parallelRequests: 2 });
  await Promise.all(Array.from({ length: 6 }, () => manager.apiReader.get(ConfigMap, key)));
  expect(most).toBe(2);
  const hasty = await createManager({ config: { server, credentials }, requestTimeout: 5 });
  await expect(hasty.apiReader.get(ConfigMap, key)).rejects.toThrow('no answer in time');
});

it.each([
  [{ requestTimeout: 0 }, 'requestTimeout is 0'],
  [{ requestTimeout: Infinity }, 'requestTimeout is Infinity'],
  [{ parallelRequests: 0 }, 'parallelRequests is 0'],
  [{ parallelRequests: 1.5 }, 'parallelRequests is 1.5'],
])('refuses %j', async (options, said) => {
  const config = { server: 'http://127.0.0.1:1', credentials };
  const made = createManager({ config, ...options });
  await expect(made).rejects.toThrow(RangeError);
  await expect(made).rejects.toThrow(said);
});
