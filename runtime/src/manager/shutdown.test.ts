import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { logInto } from '../../../test/support/logs.js';
import { startLoopbackCollection } from '../../../test/support/loopback-collection.js';
import { controllerManagedBy } from '../controller/builder.js';
import { ConfigMap } from '../k8s/core/v1.js';
import { fixedCredential } from '../transport/cluster-config.js';
import { createManager } from './create-manager.js';
import type { Manager } from './manager.js';
import { ShutdownTimeoutError } from './shutdown-timeout-error.js';

const credentials = fixedCredential({});

/** Starts a manager, and returns functions that stop it. */
async function startManager(gracefulShutdownTimeout: number, prepare: (manager: Manager) => Promise<void> | void) {
  const { server } = await startLoopbackCollection({ metadata: { name: 'a', namespace: 'default' } });
  const lines: Record<string, any>[] = [];
  const config = { server: server.url, credentials };
  const manager = await createManager({ config, log: logInto(lines), gracefulShutdownTimeout });
  await prepare(manager);
  const end = new AbortController();
  const ended = manager.start(end.signal);
  ended.catch(() => undefined);
  onTestFinished(() => end.abort());
  return { manager, ended, lines, stop: () => end.abort() };
}

const never = (): Promise<never> => new Promise(() => undefined);

/** Adds a controller whose reconciles never end; returns a function that waits for the first. */
function stuckController(): { add: (manager: Manager) => Promise<void>; begun: () => Promise<void> } {
  const keys: string[] = [];
  return {
    add: (manager) =>
      controllerManagedBy(manager)
        .for(ConfigMap)
        .complete({
          reconcile: ({ name }) => {
            keys.push(name);
            return never();
          },
        }),
    begun: () => eventually(() => expect(keys).toEqual(['a'])),
  };
}

it('rejects with the objects whose reconciles outlived it', async () => {
  const { add, begun } = stuckController();
  const { ended, stop } = await startManager(50, add);
  await begun();
  stop();
  const error = await ended.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ShutdownTimeoutError);
  expect((error as Error).message).toBe(
    'still running after the gracefulShutdownTimeout of 50 ms: controller configmap (default/a)',
  );
});

it.each([true, false])('rejects because of a runnable (without leading: %s)', async (withoutLeading) => {
  const { manager, ended, stop } = await startManager(50, ({ add }) => add({ withoutLeading, start: never }));
  await manager.elected;
  stop();
  await expect(ended).rejects.toThrow('still running after the gracefulShutdownTimeout of 50 ms: a runnable');
});

it('rejects with the first error, and logs what outlived it', async () => {
  const { ended, lines } = await startManager(50, ({ add }) => {
    add({ start: never });
    add({ start: () => Promise.reject(new Error('cannot go on')) });
  });
  await expect(ended).rejects.toThrow('cannot go on');
  expect(lines.find(({ level }) => level === 'error')).toMatchObject({
    msg: 'an error occurred while the manager was stopping',
    error: { message: expect.stringContaining('still running after the gracefulShutdownTimeout of 50 ms') },
  });
});

it('resolves at once where nothing has time to finish, as in controller-runtime', async () => {
  const { add, begun } = stuckController();
  const { ended, stop } = await startManager(0, add);
  await begun();
  stop();
  await expect(ended).resolves.toBeUndefined();
});

it.each([-1, Infinity, 1e12])('waits without an end for %s', async (timeout) => {
  let finish = (): void => undefined;
  const { manager, ended, stop } = await startManager(timeout, ({ add }) =>
    add({ start: () => new Promise<void>((resolve) => (finish = resolve)) }),
  );
  await manager.elected;
  stop();
  let isEnded = false;
  void ended.then(() => (isEnded = true));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isEnded).toBe(false);
  finish();
  await ended;
});

it('is refused a time that is not a number', async () => {
  const config = { server: 'http://127.0.0.1:1', credentials };
  await expect(createManager({ config, gracefulShutdownTimeout: Number.NaN })).rejects.toThrow(RangeError);
});
