import dns from 'node:dns';
import { describe, expect, it, onTestFinished } from 'vitest';
import { failLookups, setClock } from './disturb.js';
import { kindsOfStrikes, makeBlows, makeStrikes } from './strikes.js';

describe('a storm of 60 faults, as CI has it,', () => {
  it.each([1, 2, 3])('has every kind at least once: seed %i', (seed) => {
    expect(new Set(makeStrikes(seed, 60).map(({ name }) => name)).size).toBe(kindsOfStrikes);
    const { rough, calm } = makeBlows(seed, 2);
    expect([...new Set([...rough, ...calm])].toSorted()).toEqual([
      'API server restarted',
      'CRD deleted and made anew',
      'certificate swapped',
      'clock set back',
      'clock set forward',
      'etcd compacted',
      'etcd restored',
      'handshakes hang',
      'leader frozen',
      'names not found',
      'operator killed',
      'token rotated',
    ]);
  });

  it('is the same for the same seed', () => {
    expect(makeStrikes(7, 60)).toEqual(makeStrikes(7, 60));
    expect(makeStrikes(7, 60)).not.toEqual(makeStrikes(8, 60));
  });
});

describe('an operator is disturbed', () => {
  it('by a clock that jumps', () => {
    const real = Date;
    onTestFinished(() => {
      globalThis.Date = real;
    });
    setClock(3_600_000);
    expect(Date.now() - real.now()).toBeGreaterThan(3_590_000);
    expect(new Date().getTime() - real.now()).toBeGreaterThan(3_590_000);
    expect(new Date('2020-01-01T00:00:00Z').toISOString()).toBe('2020-01-01T00:00:00.000Z');
    setClock(-3_600_000);
    expect(real.now() - Date.now()).toBeGreaterThan(3_590_000);
  });

  it('by names that are not found for a while', async () => {
    const { lookup } = dns;
    onTestFinished(() => void ((dns as { lookup: unknown }).lookup = lookup));
    const look = (): Promise<string> =>
      new Promise((resolve) => dns.lookup('localhost', { all: true }, (error) => resolve(error?.code ?? 'found')));
    failLookups(100);
    expect(await look()).toBe('EAI_AGAIN');
    await expect.poll(look, { timeout: 5000 }).toBe('found');
  });
});
