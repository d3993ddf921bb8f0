import { afterAll, beforeAll, describe, expect, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { few } from '../../../test/support/few.js';
import { silentLogger } from '../../../test/support/logs.js';
import { createClient } from '../client/create-client.js';
import type { Client } from '../client/client.js';
import { isConflict } from '../client/error-reasons.js';
import { loadConfig } from '../configuration/load-config.js';
import { controllerManagedBy } from '../controller/builder.js';
import { ConfigMap } from '../k8s/core/v1.js';
import { Lease } from '../k8s/coordination/v1.js';
import { findTestAssets, startTestEnvironment, type TestEnvironment } from '../testing/index.js';
import { createManager } from './create-manager.js';

const assets = await findTestAssets();
const namespace = 'default';
const lease = { name: 'restored', namespace };

describe.skipIf(!assets.found && process.env['CI'] !== 'true')(
  'an operator that runs while etcd is restored from a backup',
  { timeout: 150_000 },
  () => {
    let environment: TestEnvironment;
    let client: Client;

    beforeAll(async () => {
      environment = await startTestEnvironment();
      client = createClient(environment.config);
    }, 120_000);
    afterAll(() => environment?.stop());

    const write = async (name: string, text: string): Promise<void> => {
      const found = await client.getOrNull(ConfigMap, { name, namespace });
      if (found === null) await client.create(ConfigMap, { metadata: { name, namespace }, data: { text } });
      else await client.patch(ConfigMap, { name, namespace }, { data: { text } });
    };
    const stored = async (): Promise<string[]> =>
      (await client.list(ConfigMap, { namespace })).items.map(line).toSorted();
    const line = ({ metadata, data }: ConfigMap): string =>
      `${metadata?.name} ${metadata?.uid} ${metadata?.resourceVersion} ${data?.['text']} ${data?.['copied']}`;

    /** Starts an operator that copies `text` to `copied` in each ConfigMap that has it. */
    async function start(timing = {}) {
      const manager = await createManager({
        config: await loadConfig({ kubeconfig: environment.kubeconfigPath }),
        log: silentLogger,
        // Longer than the API server is down: losing the lease would end the process and restart it.
        leaderElection: {
          enabled: true,
          id: lease.name,
          namespace,
          leaseDuration: 90_000,
          renewDeadline: 80_000,
          retryPeriod: 1000,
        },
        cache: { timing },
      });
      let conflicts = 0;
      await controllerManagedBy(manager)
        .for(ConfigMap)
        .named(`restored-${Math.random().toString(36).slice(2)}`)
        .complete({
          reconcile: async (request) => {
            const found = await manager.client.getOrNull(ConfigMap, request);
            const text = found?.data?.['text'];
            if (found === null || text === undefined || found.data?.['copied'] === text) return;
            await manager.client
              .update(ConfigMap, { ...found, data: { ...found.data, copied: text } })
              .catch((error) => {
                if (isConflict(error)) conflicts += 1;
                throw error;
              });
          },
        });
      const end = new AbortController();
      const running = manager.start(end.signal);
      let failure: unknown;
      running.catch((error: unknown) => (failure = error));
      onTestFinished(async () => {
        end.abort();
        await running.catch(() => undefined);
      });
      await manager.elected;
      const mirrored = () =>
        [...manager.cache.informer(ConfigMap).list(namespace)].map((each) => line(each as ConfigMap));
      const isCopied = async (): Promise<void> => {
        const now = await stored();
        expect(mirrored().toSorted()).toEqual(now);
        for (const each of now.filter((found) => found.startsWith('own-'))) {
          const [, , , text, copied] = each.split(' ');
          expect(copied).toBe(text);
        }
      };
      return { isCopied, conflicts: () => conflicts, failure: () => failure, mirrored };
    }

    few(1).each([
      ['as it is', {}],
      // Neither an outage nor a rejection triggers the list, only the silence of the watch.
      ['with nothing but silence to go by', { resumeFor: Infinity, silence: 3000, longestWait: 1000 }],
    ])('sees the old state again, and goes on to write: %s', async (_, timing) => {
      for (const name of ['own-kept', 'own-changed', 'own-deleted']) await write(name, 'before');
      const operator = await start(timing);
      await eventually(operator.isCopied);
      const backup = await environment.backUp();
      const before = await stored();

      await write('own-changed', 'after');
      await client.delete(ConfigMap, { name: 'own-deleted', namespace });
      // So many that the restored server has not reached this version when the operator is back.
      for (let each = 0; each < 150; each += 1) await write('own-new', `after-${each}`);
      await eventually(operator.isCopied);

      await environment.restore(backup);
      const restored = performance.now();
      await vi.waitFor(
        () => expect(operator.mirrored().map((each) => each.split(' ')[0])).not.toContain('own-new'),
        100_000,
      );
      await vi.waitFor(operator.isCopied, 100_000);
      const seconds = (performance.now() - restored) / 1000;
      expect((await stored()).filter((each) => each.startsWith('own-'))).toEqual(
        before.filter((each) => each.startsWith('own-')),
      );
      // Asked as soon as the server is back, or after the longest silence.
      expect(seconds).toBeLessThan(95);

      await write('own-changed', 'again');
      await write('own-new', 'again');
      await vi.waitFor(operator.isCopied, 30_000);
      expect((await stored()).filter((each) => each.endsWith('again again'))).toHaveLength(2);
      expect(operator.failure()).toBeUndefined();
      const renewed = (await client.get(Lease, lease)).spec?.renewTime;
      await vi.waitFor(async () => expect((await client.get(Lease, lease)).spec?.renewTime).not.toBe(renewed), {
        timeout: 30_000,
        interval: 200,
      });
      process.stderr.write(
        `the old state was seen ${seconds.toFixed(1)} s after the restore; ${operator.conflicts()} conflicts\n`,
      );
      for (const { metadata } of (await client.list(ConfigMap, { namespace })).items)
        if (metadata.name.startsWith('own-')) await client.delete(ConfigMap, metadata);
    });
  },
);
