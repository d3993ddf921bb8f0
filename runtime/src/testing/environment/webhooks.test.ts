import { expect, test } from 'vitest';
import type { ApiRequest } from './http.js';
import type { WebhookTarget } from './webhook-target.js';
import { installWebhooks } from './webhooks.js';

const target: WebhookTarget = {
  serverOptions: { host: '127.0.0.1', port: 1, certDir: '/' },
  clientConfig: (path) => ({ url: `https://127.0.0.1:1${path}`, caBundle: '' }),
};
const configuration = {
  kind: 'MutatingWebhookConfiguration',
  metadata: { name: 'ours' },
  webhooks: [
    { name: 'a', clientConfig: { service: { path: '/a' } } },
    { name: 'b', clientConfig: { url: 'https://elsewhere.example.com/b' } },
  ],
};

/** Returns an API server that accepts everything, and uses a configuration only after `questions` requests. */
function laggingServer(questions: number) {
  const stored = new Map<string, any>();
  let asked = 0;
  const ask = async ({ method, path, body }: ApiRequest): Promise<{ status: number; text: string }> => {
    const [place = ''] = path.split('?');
    if (method === 'PATCH') stored.set(place, body);
    if (method === 'DELETE') stored.delete(place);
    if (method === 'POST') {
      asked += 1;
      return asked > questions ? { status: 500, text: 'failed calling webhook "probe"' } : { status: 201, text: '{}' };
    }
    return method === 'GET' && !stored.has(place) ? { status: 404, text: '' } : { status: 200, text: '{}' };
  };
  return { ask, stored, asked: () => asked };
}

test('waits until the API server goes by both kinds of configuration, and leaves nothing of how it finds out', async () => {
  const server = laggingServer(5);
  const remove = await installWebhooks(server.ask, [configuration], target, 5000);
  expect(server.asked()).toBeGreaterThanOrEqual(7);
  const path = '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/ours';
  expect([...server.stored.keys()]).toEqual([path]);
  expect(server.stored.get(path).webhooks.map((each: any) => each.clientConfig)).toEqual([
    { url: 'https://127.0.0.1:1/a', caBundle: '' },
    { url: 'https://elsewhere.example.com/b' },
  ]);
  await remove();
  expect(server.stored.size).toBe(0);
});

test('says so when it never does, and leaves nothing', async () => {
  const server = laggingServer(Infinity);
  await expect(installWebhooks(server.ask, [configuration], target, 100)).rejects.toThrow(
    /the API server goes by each (Mutating|Validating)WebhookConfiguration: not after 0.1 s/,
  );
  await expect.poll(() => [...server.stored.keys()]).toEqual([]);
});
