import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { silentLogger } from '../../../test/support/logs.js';
import type { Client } from '../client/client.js';
import { createClient } from '../client/create-client.js';
import { loadConfig } from '../configuration/load-config.js';
import { createTransport } from '../transport/create-transport.js';
import { ConfigMap } from '../k8s/core/v1.js';
import {
  findTestAssets,
  startFaultProxy,
  startTestEnvironment,
  type Fault,
  type TestEnvironment,
  type WatchFault,
} from '../testing/index.js';
import { Cache } from './cache.js';

const assets = await findTestAssets();
const namespace = 'default';

/** Milliseconds: a silent watch is given up after little more than a second. */
const timing = { firstWait: 5, longestWait: 50, tooShort: 0, shortestWatch: 1000, longestWatch: 1000, grace: 200 };

/** Faults of one request, and whether the client has to send another one. */
const faults: readonly (readonly [name: string, fault: Fault, asksAgain: boolean])[] = [
  ['a reset before the request', { type: 'reset', when: 'before' }, true],
  ['a reset before the answer', { type: 'reset', when: 'after' }, true],
  ['a reset in the middle of the answer', { type: 'reset', when: 'body' }, true],
  ['500', { type: 'status', code: 500 }, true],
  ['503', { type: 'status', code: 503 }, true],
  ['503 with Retry-After', { type: 'status', code: 503, retryAfter: 1 }, true],
  ['429', { type: 'status', code: 429 }, true],
  ['429 with Retry-After', { type: 'status', code: 429, retryAfter: 1 }, true],
  ['410', { type: 'expired' }, true],
  ['truncated JSON', { type: 'truncated' }, true],
  ['JSON split within characters', { type: 'split' }, false],
  ['an answer that is late', { type: 'delayed', milliseconds: 300 }, false],
  ['a connection closed after the answer', { type: 'close' }, false],
  ['a connection closed without a word', { type: 'unannounced' }, false],
  ['429 with a Retry-After of a day', { type: 'status', code: 429, retryAfter: 86_400 }, true],
  ['an HTML page with 200', { type: 'answer', code: 200, body: '<html>', contentType: 'text/html' }, true],
  ['an HTML page with 503', { type: 'answer', code: 503, body: '<html>', contentType: 'text/html' }, true],
  ['204', { type: 'answer', code: 204 }, true],
  ['null', { type: 'answer', code: 200, body: 'null' }, true],
  ['an empty object', { type: 'answer', code: 200, body: '{}' }, true],
  ['another content type', { type: 'content-type', contentType: 'application/octet-stream' }, false],
  ['an answer that is compressed unasked', { type: 'gzip' }, true],
  ['307', { type: 'redirect', location: 'https://login.example.com/' }, true],
];

const watchFaults: readonly WatchFault[] = ['reset', 'end', 'expired', 'truncated', 'split', 'silent'];
/** Faults that repeat what a watch has shown. */
const repetitions: readonly WatchFault[] = ['duplicated', 'replayed'];

describe.skipIf(!assets.found && process.env['CI'] !== 'true')(
  'one fault of a real API server',
  { timeout: 30_000 },
  () => {
    let environment: TestEnvironment;
    let client: Client;
    let created = 0;

    beforeAll(async () => {
      environment = await startTestEnvironment();
      client = createClient(await loadConfig({ kubeconfig: environment.kubeconfigPath }));
      await create();
    }, 120_000);
    afterAll(() => environment?.stop());

    function create() {
      created += 1;
      const data = { text: 'grün 日本 🌩'.repeat(10) };
      return client.create(ConfigMap, { metadata: { name: `created-${created}`, namespace }, data });
    }

    /** Starts a cache behind a proxy that injects a fault into the next list or the next watch. */
    async function start(watchFor = timing.longestWatch) {
      const strike: { list?: Fault; watch?: Fault } = {};
      const asked = { list: 0, watch: 0 };
      const proxy = await startFaultProxy(environment, ({ isWatch, query }) => {
        // This request asks for the current version; it is not a list.
        if (query.get('limit') === '1') return undefined;
        const what = isWatch && !query.has('sendInitialEvents') ? 'watch' : 'list';
        asked[what] += 1;
        const fault = strike[what];
        delete strike[what];
        return fault;
      });
      const transport = createTransport(
        await loadConfig({ kubeconfig: await proxy.kubeconfig(environment.kubeconfigPath) }),
      );
      const cache = new Cache({
        transport,
        log: silentLogger,
        timing: { ...timing, shortestWatch: watchFor, longestWatch: watchFor },
      });
      const stop = new AbortController();
      const informer = cache.informer(ConfigMap);
      const running = cache.start(stop.signal);
      onTestFinished(async () => {
        stop.abort();
        await running;
        transport.close();
        await proxy.close();
      });
      const converges = async (): Promise<void> => {
        await create();
        await eventually(async () => {
          const line = ({ metadata }: { metadata: { name: string; resourceVersion: string } }): string =>
            `${metadata.name} ${metadata.resourceVersion}`;
          const stored = (await client.list(ConfigMap)).items.map(line).toSorted();
          expect([...informer.list()].map(line).toSorted()).toEqual(stored);
          expect(proxy.openWatches()).toBe(1);
        });
        expect(proxy.mostWatchesAtOnce()).toBe(1);
      };
      // A fault before the list is complete affects the list.
      const isWatching = () => eventually(() => expect([proxy.openWatches(), informer.isSynced]).toEqual([1, true]));
      return { proxy, strike, asked, informer, converges, isWatching };
    }

    it.each(faults)('of the first list is got over: %s', async (_, fault, asksAgain) => {
      const { strike, asked, converges } = await start();
      strike.list = fault;
      await converges();
      expect(asked.list).toBe(asksAgain ? 2 : 1);
    });

    it.each(faults)('of the request for a watch is got over, without a list: %s', async (_, fault) => {
      const { proxy, strike, asked, converges, isWatching } = await start();
      await isWatching();
      strike.watch = fault;
      proxy.breakWatches('end');
      await converges();
      await eventually(() => expect(strike.watch).toBeUndefined());
      expect(asked.list).toBe(fault.type === 'expired' ? 2 : 1);
    });

    it.each(watchFaults)('of a watch that is open is got over, without a list: %s', async (fault) => {
      const { proxy, asked, converges, isWatching } = await start();
      await isWatching();
      proxy.breakWatches(fault);
      await converges();
      expect(asked.list).toBe(fault === 'expired' ? 2 : 1);
    });

    it.each(repetitions)('of a watch that shows earlier states again is ignored: %s', async (fault) => {
      // No bookmark comes in this time; an old one would mean that the server has gone back.
      const { proxy, asked, informer, converges, isWatching } = await start(60_000);
      await isWatching();
      proxy.breakWatches('end');
      await isWatching();
      const seen: string[] = [];
      informer.handle(({ type, object }) => void seen.push(`${type} ${object.metadata.name}`));
      await converges();
      // Changed last, so that the repeated events go back.
      const { metadata } = await create();
      await client.patch(ConfigMap, metadata, { data: { text: 'changed' } });
      await eventually(() => expect(seen.at(-1)).toBe(`update ${metadata.name}`));
      const before = [...seen];
      proxy.breakWatches(fault);
      await converges();
      expect(seen).toEqual([...before, `add created-${created}`]);
      expect(asked.list).toBe(1);
    });

    it('is the end of a token, of a certificate, or of its authority: got over, and watched on', async () => {
      const { proxy, asked, converges, isWatching } = await start();
      await isWatching();
      await proxy.rotateTokens();
      proxy.breakWatches('reset');
      await converges();
      for (const authority of ['same', 'new'] as const) {
        await proxy.swapCertificate(authority);
        await converges();
      }
      expect(asked.list).toBe(1);
    });
  },
);
