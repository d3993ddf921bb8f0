import { request as httpRequest } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { logInto } from '../../../test/support/logs.js';
import { startLoopbackCollection } from '../../../test/support/loopback-collection.js';
import { controllerManagedBy } from '../controller/builder.js';
import { channelSource } from '../controller/channel-source.js';
import type { ControllerState } from '../controller/controller-state.js';
import type { Reconciler } from '../controller/reconciler.js';
import { fixedCredential } from '../transport/cluster-config.js';
import { createManager } from './create-manager.js';
import type { ManagerOptions } from './options.js';

interface Debug {
  readonly time: string;
  readonly controllers: readonly ControllerState[];
}

/** Starts a manager with a controller that reconciles what a test adds. */
async function startManager(reconcile: Reconciler['reconcile'], debug: ManagerOptions['debug']) {
  const { server } = await startLoopbackCollection({ metadata: { name: 'a', namespace: 'default' } });
  const config = { server: server.url, credentials: fixedCredential({}) };
  const lines: Record<string, unknown>[] = [];
  const manager = await createManager({ config, log: logInto(lines), debug });
  const source = channelSource<string>((name) => [{ namespace: 'default', name }]);
  await controllerManagedBy(manager).named('things').watchesRawSource(source).complete({ reconcile });
  const end = new AbortController();
  const ended = manager.start(end.signal);
  onTestFinished(async () => {
    end.abort();
    await ended;
  });
  await manager.elected;
  return { manager, source, lines, url: `http://127.0.0.1:${manager.ports.debug}/debug/controllers` };
}

async function read(url: string): Promise<Debug> {
  return (await (await fetch(url)).json()) as Debug;
}

/** Returns the status of a request with a Host header, which `fetch` does not send. */
function statusFor(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.once('error', reject).end();
  });
}

it('is disabled unless it has an address', async () => {
  const { manager } = await startManager(async () => undefined, undefined);
  expect(manager.ports.debug).toBeUndefined();
});

it('shows the keys in process, the waiting retries and the last reconciles, and nothing else of an object', async () => {
  let release = (): void => undefined;
  const busy = new Promise<void>((resolve) => (release = resolve));
  const { source, url } = await startManager(
    async ({ name }) => {
      if (name === 'bad') throw new Error('the password is hunter2');
      if (name === 'later') return { requeueAfter: 3_600_000 };
      if (name === 'busy') await busy;
      return undefined;
    },
    { bindAddress: ':0' },
  );
  onTestFinished(() => release());
  for (const name of ['bad', 'later', 'good', 'busy']) source.send(name);
  const state = await eventually(async () => {
    const [found] = (await read(url)).controllers;
    expect(found!.processing.map(({ key }) => key)).toEqual(['default/busy']);
    return found!;
  });
  expect(state).toMatchObject({ controller: 'things', workers: 1, cachesFilled: true });
  expect(state.processing[0]).toEqual({ key: 'default/busy', milliseconds: expect.any(Number), queuedAgain: false });
  const later = state.retries.find(({ key }) => key === 'default/later')!;
  expect(later.attempt).toBe(1);
  expect(later.inMilliseconds).toBeGreaterThan(3_000_000);
  expect(Date.parse(later.at) - Date.now()).toBeGreaterThan(3_000_000);
  const results = new Map(state.objects.map(({ key, reconciles }) => [key, reconciles[0]]));
  expect(results.get('default/good')).toMatchObject({ result: 'success' });
  expect(results.get('default/later')).toMatchObject({ result: 'requeue_after' });
  expect(results.get('default/bad')).toMatchObject({ result: 'error', error: 'Error' });
  expect(await (await fetch(url)).text()).not.toContain('hunter2');
  source.send('busy');
  await eventually(async () => expect((await read(url)).controllers[0]!.processing[0]!.queuedAgain).toBe(true));
});

it('shows the objects that were reconciled since a time', async () => {
  const { source, url } = await startManager(async () => {}, { bindAddress: ':0' });
  source.send('a');
  const objects = async (query: string) => (await read(`${url}${query}`)).controllers[0]!.objects.map(({ key }) => key);
  await eventually(async () => expect(await objects('')).toEqual(['default/a']));
  expect(await objects(`?since=${new Date(Date.now() - 60_000).toISOString()}`)).toEqual(['default/a']);
  expect(await objects(`?since=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([]);
  expect(await objects('?since=yesterday')).toEqual(['default/a']);
});

it('shows how often a key has been tried', async () => {
  const { source, url } = await startManager(async () => Promise.reject(new Error('no')), {
    bindAddress: '127.0.0.1:0',
  });
  source.send('bad');
  await eventually(async () => {
    const { retries, queue, objects } = (await read(`${url}/things`)).controllers[0]!;
    expect(queue).toEqual({ ready: 0, delayed: 1, processing: 0 });
    expect(retries[0]!.attempt).toBeGreaterThan(7);
    expect(objects[0]!.reconciles).toHaveLength(retries[0]!.attempt - 1);
  });
});

it('shows a thousand of the waiting retries, and the number of all', async () => {
  const { source, url } = await startManager(async () => ({ requeueAfter: 3_600_000 }), { bindAddress: ':0' });
  for (let index = 0; index < 1_500; index += 1) source.send(`n${index}`);
  await eventually(async () => {
    const { queue, retries, objects } = (await read(url)).controllers[0]!;
    expect([queue.delayed, retries.length, objects.length]).toEqual([1_500, 1_000, 1_000]);
    expect(retries.map(({ at }) => at)).toEqual(retries.map(({ at }) => at).toSorted());
  });
});

it('answers only requests that read it from this machine', async () => {
  const { manager, url, lines } = await startManager(async () => undefined, { bindAddress: ':0' });
  expect((await fetch(`${url}/others`)).status).toBe(404);
  expect((await fetch(new URL('/metrics', url))).status).toBe(404);
  expect((await fetch(url, { method: 'POST' })).status).toBe(405);
  const port = manager.ports.debug;
  for (const host of ['localhost', '127.0.0.1', '[::1]'])
    expect([host, await statusFor(url, `${host}:${port}`)]).toEqual([host, 200]);
  for (const host of ['attacker.example.com', `127.0.0.1.example.com:${port}`])
    expect([host, await statusFor(url, host)]).toEqual([host, 403]);
  expect(lines.filter(({ level }) => level === 'warn')).toEqual([]);
});

it('listens on other addresses only if they are configured, and warns', async () => {
  const { url, lines, manager } = await startManager(async () => undefined, { bindAddress: '0.0.0.0:0' });
  expect(await statusFor(url, `operator.example.com:${manager.ports.debug}`)).toBe(200);
  expect(lines.map(({ msg }) => msg)).toContain(
    'other machines can read the state of the controllers, without authentication',
  );
});

it('names the flag of an invalid address', async () => {
  await expect(startManager(async () => undefined, { bindAddress: '8085' })).rejects.toThrow(
    '--debug-bind-address: "8085" is not an address',
  );
});
