import { setImmediate as tick } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { admissionReview } from '../../../test/support/admission.js';
import { silentLogger } from '../../../test/support/logs.js';
import { startLoopbackCollection } from '../../../test/support/loopback-collection.js';
import { fixedCredential } from '../transport/cluster-config.js';
import { controllerManagedBy } from '../controller/builder.js';
import { timerSource } from '../controller/timer-source.js';
import { ConfigMap, Pod, Secret } from '../k8s/core/v1.js';
import { admissionHandler } from '../webhook/admission-handler.js';
import { allowed } from '../webhook/response.js';
import { createWebhookServer } from '../webhook/server.js';
import { createManager } from './create-manager.js';
import type { Manager } from './manager.js';

/** Collects the warnings of Node until the test ends. */
function nodeWarnings(): readonly string[] {
  const warnings: string[] = [];
  const note = ({ name, message }: Error): void => void warnings.push(`${name}: ${message}`);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  return warnings;
}

const twelve = Array.from({ length: 12 }, (_, index) => index);
const log = silentLogger;
const listen = (signal: AbortSignal): void =>
  twelve.forEach(() => signal.addEventListener('abort', () => undefined, { once: true }));

/** Returns a function that stops the manager. */
async function startManager(prepare: (manager: Manager) => Promise<void> | void): Promise<() => Promise<void>> {
  const { server } = await startLoopbackCollection({ metadata: { name: 'a', namespace: 'default' } });
  const manager = await createManager({ config: { server: server.url, credentials: fixedCredential({}) }, log });
  await prepare(manager);
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const ended = manager.start(end.signal);
  return async () => {
    end.abort();
    await ended;
    await tick();
  };
}

it('has as many controllers, sources and reconciles as an operator needs, and Node takes none for a leak', async () => {
  const warnings = nodeWarnings();
  const reconciled = new Set<number>();
  const stop = await startManager(async (manager) => {
    for (const index of twelve) {
      const builder = controllerManagedBy(manager).for(ConfigMap).named(`c${index}`).owns(Pod).owns(Secret);
      for (const _ of twelve) builder.watchesRawSource(timerSource(60_000, []));
      await builder.complete({
        reconcile: async (request, { signal }) => {
          listen(signal);
          await Promise.all(twelve.map(() => manager.client.get(ConfigMap, request, { signal })));
          reconciled.add(index);
        },
      });
    }
  });
  await eventually(() => expect(reconciled.size).toBe(12));
  await stop();
  expect(warnings).toEqual([]);
});

it.each([false, true])('has as many runnables, be it without leading: %s', async (withoutLeading) => {
  const warnings = nodeWarnings();
  let started = 0;
  const stop = await startManager((manager) => {
    for (const _ of twelve) {
      const start = (signal: AbortSignal): Promise<void> =>
        new Promise((resolve) => {
          started += 1;
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
      manager.add({ start, withoutLeading });
    }
  });
  await eventually(() => expect(started).toBe(12));
  await stop();
  expect(warnings).toEqual([]);
});

it('lets a webhook begin as much as it likes under the signal of a request', async () => {
  const warnings = nodeWarnings();
  const server = createWebhookServer({}, { log });
  server.register(
    '/hook',
    admissionHandler((_, { signal }) => {
      listen(signal);
      return allowed();
    }),
  );
  expect(await server.handle({ path: '/hook', body: admissionReview() })).toMatchObject({ status: 200 });
  await tick();
  expect(warnings).toEqual([]);
});
