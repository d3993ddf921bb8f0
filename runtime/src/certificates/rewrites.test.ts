import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { logInto } from '../../../test/support/logs.js';
import type { Client } from '../client/client.js';
import type { Transport } from '../transport/transport.js';
import { Keeper } from './keeper.js';
import { resolveSelfSigned } from './options.js';
import { Rewrites } from './rewrites.js';
import { ServedCertificate } from './served-certificate.js';

it('reverted changes are written at increasing intervals, at most once a minute, and again at once after they were kept', () => {
  let now = 0;
  const rewrites = new Rewrites(() => now);
  const waits: number[] = [];
  const repeated: boolean[] = [];
  for (let count = 0; count < 11; count += 1) {
    const wait = Math.max(0, rewrites.wait('a'));
    waits.push(wait);
    now += wait;
    repeated.push(rewrites.writes('a'));
  }
  expect(waits).toEqual([0, 0, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  expect(repeated).toEqual([false, false, ...Array.from({ length: 9 }, () => true)]);
  expect(rewrites.wait('b')).toBe(0);
  now += 120_001;
  expect([rewrites.wait('a'), rewrites.writes('a')]).toEqual([0, false]);
});

interface Written {
  metadata: { name?: string };
  data: Record<string, string>;
}

it.each([
  ['is emptied after each write', (sent: Written) => sent, 'written changes are reverted'],
  [
    'is answered and not stored',
    ({ metadata }: Written) => ({ metadata, data: {} }),
    'the certificate of the webhooks could not be maintained',
  ],
])('a Secret that %s is written seldom, and a warning names it', async (_, answer, message) => {
  let writes = 0;
  const metadata = { name: 'webhooks-cert', namespace: 'a', uid: 'u', resourceVersion: '1' };
  const client = {
    getOrNull: () => Promise.resolve({ metadata, data: {} }),
    update: (_kind: unknown, sent: Written) => {
      writes += 1;
      return Promise.resolve(answer(sent));
    },
  } as unknown as Client;
  const silence = (): Promise<never> => Promise.reject(new Error('nothing is listed'));
  const transport: Transport = {
    send: silence,
    // eslint-disable-next-line require-yield
    lines: async function* () {
      await silence();
    },
    observe: () => () => undefined,
    close: () => undefined,
  };
  const lines: Record<string, unknown>[] = [];
  const settings = resolveSelfSigned({ service: 'webhooks', namespace: 'a' }, undefined);
  const parts = {
    client,
    transport,
    settings,
    served: new ServedCertificate(),
    converted: [],
    admits: false,
    log: logInto(lines),
  };
  const keeper = new Keeper({ ...parts, metrics: { certificateRead: () => undefined } });
  const end = new AbortController();
  const running = keeper.run(end.signal);
  onTestFinished(async () => {
    end.abort();
    await running;
  });
  const said = () => lines.filter(({ level, msg }) => level === 'warn' && String(msg).includes(message));
  const begun = performance.now();
  await eventually(() => expect(said()).not.toEqual([]));
  await sleep(1000);
  expect(said()).toHaveLength(1);
  expect(JSON.stringify(said())).toContain(`a/${settings.secretName}`);
  // At once, again at once, then after one second, two seconds and so on.
  expect(writes).toBeGreaterThan(0);
  expect(writes).toBeLessThanOrEqual(2.5 + Math.log2((performance.now() - begun) / 1000 + 1));
});
