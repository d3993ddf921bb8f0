import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ApiError } from '../client/api-error.js';
import type { Client } from '../client/client.js';
import { createLogger } from '../log/logger.js';
import { Elector } from './elector.js';

const durations = { leaseDuration: 500, renewDeadline: 400, retryPeriod: 40 };

interface StoredLease {
  metadata: { resourceVersion: string };
  spec: Record<string, unknown>;
}

/** Keeps one Lease as the API server does: a write that is based on an older version is refused. */
function leaseServer() {
  let lease: StoredLease | undefined;
  let version = 0;
  let intercept: (signal: AbortSignal | undefined) => Promise<void> = () => Promise.resolve();
  const store = (spec: Record<string, unknown>): StoredLease => {
    lease = { metadata: { resourceVersion: String((version += 1)) }, spec: { ...spec } };
    return structuredClone(lease);
  };
  const getOrNull = async (_kind: unknown, _key: unknown, options?: { signal: AbortSignal }) => {
    await intercept(options?.signal);
    return lease === undefined ? null : structuredClone(lease);
  };
  const client = {
    getOrNull,
    get: getOrNull,
    create: (_: unknown, { spec }: StoredLease) =>
      lease === undefined ? Promise.resolve(store(spec)) : Promise.reject(refused('AlreadyExists')),
    update: (_: unknown, { metadata, spec }: StoredLease) =>
      metadata.resourceVersion === lease?.metadata.resourceVersion
        ? Promise.resolve(store(spec))
        : Promise.reject(refused('Conflict')),
  };
  return {
    client: client as unknown as Client,
    holder: () => lease?.spec['holderIdentity'],
    store,
    /** Waits for this before every read. */
    before: (wait: typeof intercept) => (intercept = wait),
  };
}

function refused(reason: string): ApiError {
  return new ApiError({ code: 409, reason }, 'PUT leases/lead');
}

const silent = createLogger({ write: () => undefined });
const candidate = (client: Client, identity: string) =>
  new Elector(client, { id: 'lead', namespace: 'default', identity, ...durations }, silent);
const held = (seconds: number, renewTime: string) => ({
  holderIdentity: 'other',
  leaseDurationSeconds: seconds,
  renewTime,
});

/** A signal that is aborted when the test is over. */
function untilFinished(): AbortSignal {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  return controller.signal;
}

describe('an elector', () => {
  it.each(['2000-01-01T00:00:00.000000Z', '2100-01-01T00:00:00.000000Z'])(
    'waits until it has not seen the lease change for its duration, whatever the clock of the other says: %s',
    async (renewTime) => {
      const { client, store, holder } = leaseServer();
      store(held(1, renewTime));
      const elector = candidate(client, 'one');
      const begin = performance.now();
      const acquired = elector.acquire(untilFinished());
      await sleep(600);
      expect(elector.isLeader()).toBe(false);
      // A sign of life: the second begins anew.
      store(held(1, `${renewTime.slice(0, -2)}1Z`));
      await acquired;
      expect(performance.now() - begin).toBeGreaterThan(1590);
      expect(holder()).toBe('one');
      expect(elector.isLeader()).toBe(true);
    },
  );

  it('lets one of many lead', async () => {
    const { client } = leaseServer();
    const signal = untilFinished();
    const electors = Array.from({ length: 10 }, (_, index) => candidate(client, String(index)));
    const acquired = electors.map((each) => each.acquire(signal));
    await Promise.race(acquired);
    await sleep(100);
    expect(electors.filter((each) => each.isLeader())).toHaveLength(1);
  });

  it('outlives one renewal that hangs', async () => {
    const { client, before } = leaseServer();
    const signal = untilFinished();
    const elector = candidate(client, 'one');
    await elector.acquire(signal);
    const ended = elector.hold(signal);
    let hung = 0;
    before((request) => {
      before(() => Promise.resolve());
      hung += 1;
      return new Promise((_, reject) => request?.addEventListener('abort', () => reject(request.reason)));
    });
    expect(await Promise.race([ended, sleep(600, 'leads')])).toBe('leads');
    expect(hung).toBe(1);
    expect(elector.isLeader()).toBe(true);
  });

  it('may not act when no renewal has come through in time, and ends', async () => {
    const { client, before } = leaseServer();
    const elector = candidate(client, 'one');
    const signal = untilFinished();
    await elector.acquire(signal);
    const begin = performance.now();
    before(() => Promise.reject(new Error('ECONNREFUSED')));
    const lost = elector.hold(signal).catch((error: unknown) => error);
    await sleep(durations.renewDeadline - (performance.now() - begin) + 10);
    expect(elector.isLeader()).toBe(false);
    expect(await lost).toMatchObject({
      name: 'LeaseLostError',
      message: expect.stringMatching(/default\/lead was lost: .*not be renewed within 0\.4 s: ECONNREFUSED/),
    });
    expect(performance.now() - begin).toBeLessThan(durations.leaseDuration);
  });

  it('does not come back to life when the process was asleep for longer than it may lead', async () => {
    const { client } = leaseServer();
    const elector = candidate(client, 'one');
    const signal = untilFinished();
    await elector.acquire(signal);
    const lost = elector.hold(signal);
    // What a stopped virtual machine or a long computation does: nothing runs meanwhile.
    const end = performance.now() + durations.renewDeadline + 10;
    while (performance.now() < end);
    await expect(lost).rejects.toThrow(/lost: this process stood still for \d.\d s/);
    expect(elector.isLeader()).toBe(false);
  });

  it('gives back only what is its own', async () => {
    const { client, store, holder } = leaseServer();
    const elector = candidate(client, 'one');
    await elector.acquire(untilFinished());
    store(held(60, 'now'));
    await elector.release();
    expect(holder()).toBe('other');
  });
});
