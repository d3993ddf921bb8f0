import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { FakeClock } from '../testing/clock/fake-clock.js';
import { deferred, type Deferred } from '../timing/deferred.js';
import { detectSilence, usualSilence } from './silence.js';

/** A connection whose bytes the test counts up. */
class Connection {
  bytesRead = 0;
  closed = '';
  destroy(error: Error): void {
    this.closed = error.message;
  }
}

/** Starts the detector over quiet connections. Each probe stays unanswered until the test answers it. */
function start(...inUse: Connection[]) {
  const clock = new FakeClock();
  const idle: Connection[] = [];
  const probes: { readonly at: number; readonly answer: Deferred<boolean> }[] = [];
  const lastSign = { at: -Infinity };
  const detector = detectSilence({
    connections: () => ({ inUse, idle }),
    lastSign,
    probe: (milliseconds) => {
      const answer = deferred<boolean>();
      probes.push({ at: clock.now(), answer });
      clock.after(milliseconds, () => answer.resolve(false));
      return answer.promise;
    },
    clock,
    timing: usualSilence,
  });
  onTestFinished(() => detector.stop());
  detector.begins();
  /** Lets time pass, and then everything that has become due happen. */
  const pass = async (milliseconds: number): Promise<void> => {
    await clock.advanceAsync(milliseconds);
    for (let turns = 0; turns < 3; turns += 1) await nextTurn();
  };
  return { clock, pass, inUse, idle, probes, detector, lastSign };
}

it('connections on which nothing arrives, of a server that gives no sign, are closed within 25 seconds', async () => {
  const [watch, request, kept] = [new Connection(), new Connection(), new Connection()];
  const { clock, pass, idle } = start(watch, request);
  idle.push(kept);
  watch.bytesRead = 10;
  await pass(5000);
  watch.bytesRead = 20;
  const silentSince = clock.now();
  while (watch.closed === '' && clock.now() < 60_000) await pass(1000);
  expect(clock.now() - silentSince).toBeLessThanOrEqual(25_000);
  expect(watch.closed).toBe('nothing arrived in 20 s, and the server did not answer a probe');
  expect([request.closed, kept.closed]).toEqual([watch.closed, watch.closed]);
});

it('a quiet watch of a server that answers stays open, for one request in 15 seconds', async () => {
  const watch = new Connection();
  const { pass, probes } = start(watch);
  for (let second = 0; second < 600; second += 1) {
    await pass(1000);
    probes.at(-1)?.answer.resolve(true);
  }
  expect(watch.closed).toBe('');
  expect(probes.length).toBeGreaterThanOrEqual(38);
  expect(probes.length).toBeLessThanOrEqual(40);
});

it('nothing is asked while anything arrives', async () => {
  const [watch, quiet] = [new Connection(), new Connection()];
  const { pass, probes } = start(watch, quiet);
  for (let second = 0; second < 120; second += 1) {
    watch.bytesRead += 1;
    await pass(1000);
  }
  expect(probes).toEqual([]);
});

it('nothing is asked while requests are answered, whose connections are idle when it looks', async () => {
  const { pass, probes, idle } = start(new Connection());
  const lease = new Connection();
  idle.push(lease);
  for (let renewal = 0; renewal < 60; renewal += 1) {
    lease.bytesRead += 1;
    await pass(2000);
  }
  expect(probes).toEqual([]);
});

it('nothing is asked while another transport to the server receives answers', async () => {
  const { clock, pass, probes, lastSign } = start(new Connection());
  for (let renewal = 0; renewal < 60; renewal += 1) {
    lastSign.at = clock.now();
    await pass(2000);
  }
  expect(probes).toEqual([]);
  await pass(20_000);
  expect(probes).toHaveLength(1);
});

it('what arrives while the server is silent keeps all other connections open, too', async () => {
  const [watch, quiet] = [new Connection(), new Connection()];
  const { pass, probes } = start(watch, quiet);
  while (probes.length === 0) await pass(1000);
  watch.bytesRead += 1;
  await pass(12_000);
  expect([watch.closed, quiet.closed]).toEqual(['', '']);
});

it('a connection that was opened while the server was asked stays open', async () => {
  const watch = new Connection();
  const { pass, probes, inUse } = start(watch);
  while (probes.length === 0) await pass(1000);
  const later = new Connection();
  inUse.push(later);
  await pass(12_000);
  expect(watch.closed).not.toBe('');
  expect(later.closed).toBe('');
});

it('no timer is left when nothing is in use, and the next request starts to look again', async () => {
  const watch = new Connection();
  const { clock, pass, inUse, detector } = start(watch);
  inUse.pop();
  await pass(5000);
  await nextTurn();
  expect(clock.pending).toBe(0);
  detector.begins();
  expect(clock.pending).toBe(1);
  detector.stop();
  expect(clock.pending).toBe(0);
  detector.begins();
  expect(clock.pending).toBe(0);
});
