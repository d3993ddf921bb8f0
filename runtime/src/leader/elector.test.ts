import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { hangs, leaseServer, type Intercept } from '../../../test/support/lease-server.js';
import { logInto } from '../../../test/support/logs.js';
import { FakeClock } from '../testing/clock/fake-clock.js';
import { ApiError } from '../transport/api-error.js';
import { missingPermission } from '../client/missing-permission.js';
import type { ElectionOptions } from './election-options.js';
import { Elector } from './elector.js';

const durations = { leaseDuration: 15_000, renewDeadline: 10_000, retryPeriod: 2000 };
const nothing: Intercept = () => Promise.resolve();

function candidate(server: ReturnType<typeof leaseServer>, clock: FakeClock, options: Partial<ElectionOptions> = {}) {
  const lines: Record<string, unknown>[] = [];
  const hooks = { before: nothing, after: nothing };
  const log = logInto(lines);
  const parts = { id: 'lead', namespace: 'default', identity: 'one', ...durations, ...options, clock };
  const elector = new Elector(server.clientOf(hooks), parts, log);
  const end = new AbortController();
  onTestFinished(() => end.abort());
  return {
    elector,
    hooks,
    lines,
    messages: () => lines.map(({ msg }) => msg),
    acquire: () => elector.acquire(end.signal),
    /** Outcome of `hold`: the message of the error, or that it was told to end. */
    hold: () =>
      elector.hold(end.signal).then(
        () => 'told to end',
        (error: Error) => `${error.name}: ${error.message}`,
      ),
  };
}

/** Creates an elector that is the leader. */
async function leader() {
  const clock = new FakeClock();
  const server = leaseServer();
  const made = candidate(server, clock);
  await made.acquire();
  let outcome: string | undefined;
  void made.hold().then((text) => (outcome = text));
  return { ...made, clock, server, outcome: () => outcome };
}

/** Lets each request take this long. */
const slow =
  (clock: FakeClock, seconds: number): Intercept =>
  () =>
    new Promise((resolve) => void clock.after(seconds * 1000, resolve));

const held = (seconds: number, renewTime: string) => ({
  holderIdentity: 'other',
  leaseDurationSeconds: seconds,
  renewTime,
});

it.each(['other', ''])('does not lead where the lease is answered with the holder "%s"', async (holderIdentity) => {
  const clock = new FakeClock();
  const server = leaseServer();
  const client = server.clientOf({ before: nothing, after: nothing });
  const answer = { metadata: { name: 'lead', namespace: 'default', uid: 'u', resourceVersion: '9' } };
  const create = () => Promise.resolve({ ...answer, spec: { holderIdentity } });
  const lines: Record<string, unknown>[] = [];
  const parts = { id: 'lead', namespace: 'default', identity: 'one', ...durations, clock };
  const elector = new Elector({ ...client, create }, parts, logInto(lines));
  const end = new AbortController();
  onTestFinished(() => end.abort());
  void elector.acquire(end.signal);
  await clock.advanceAsync(5000);
  expect(elector.isLeader()).toBe(false);
  expect(JSON.stringify(lines)).toContain(`was answered with the holder \\"${holderIdentity}\\"`);
});

describe('one who wants to lead', () => {
  it.each(['2000-01-01T00:00:00.000000Z', '2100-01-01T00:00:00.000000Z'])(
    'waits until it has not seen the lease change for its duration, whatever the clock of the other says: %s',
    async (renewTime) => {
      const clock = new FakeClock();
      const server = leaseServer();
      server.store(held(15, renewTime));
      const { elector, acquire } = candidate(server, clock);
      const acquired = acquire();
      await clock.advanceAsync(14_000);
      expect(elector.isLeader()).toBe(false);
      // A renewal: the duration starts again when it is seen.
      server.store(held(15, `${renewTime.slice(0, -2)}1Z`));
      await clock.advanceAsync(14_900);
      expect(elector.isLeader()).toBe(false);
      await clock.advanceAsync(5000);
      await acquired;
      expect(server.holder()).toBe('one');
      expect(elector.isLeader()).toBe(true);
    },
  );

  it('asks again after the period and up to a fifth of it, and says once that it cannot', async () => {
    const clock = new FakeClock();
    const { acquire, hooks, messages } = candidate(leaseServer(), clock);
    let asked = 0;
    hooks.before = () => Promise.reject(new Error(`ECONNREFUSED ${(asked += 1)}`));
    const acquired = acquire();
    await clock.advanceAsync(24_000);
    expect(asked).toBeGreaterThanOrEqual(11);
    expect(asked).toBeLessThanOrEqual(13);
    hooks.before = nothing;
    await clock.advanceAsync(2400);
    await acquired;
    expect(messages()).toEqual([
      'waiting to become the leader',
      'the lease could not be read or written',
      'the lease can be read and written again',
      'became the leader',
    ]);
  });

  it('names all that it has to be allowed, once, in place of what this one request needs', async () => {
    const { acquire, hooks, lines } = candidate(leaseServer(), new FakeClock());
    const hint = missingPermission({ group: 'coordination.k8s.io', resource: 'leases', verbs: ['get'] });
    const refused = new ApiError({ code: 403, reason: 'Forbidden', message: 'no' }, 'get leases default/lead', hint);
    hooks.before = () => Promise.reject(refused);
    void acquire();
    await eventually(() => expect(lines).toHaveLength(2));
    const { error, ...rest } = lines[1]!;
    expect(rest).toEqual({
      ts: expect.any(String),
      level: 'warn',
      msg: 'the lease could not be read or written',
      lease: 'default/lead',
      identity: 'one',
    });
    expect(error).toMatchObject({
      message: `get leases default/lead: no; ${missingPermission({
        group: 'coordination.k8s.io',
        resource: 'leases',
        verbs: ['get', 'create', 'update'],
        namespace: 'default',
      })}`,
    });
  });

  it.each([2.6, 4, 4.9])('leads where each request takes %s s, and goes on', async (seconds) => {
    const clock = new FakeClock();
    const server = leaseServer();
    const { elector, acquire, hold, hooks } = candidate(server, clock);
    hooks.before = slow(clock, seconds);
    const acquired = acquire();
    await clock.advanceAsync(2 * seconds * 1000);
    await acquired;
    expect([elector.isLeader(), server.holder()]).toEqual([true, 'one']);
    void hold();
    await clock.advanceAsync(300_000);
    expect(elector.isLeader()).toBe(true);
  });

  it('leads for no longer than from the write on, when the read before it was slow', async () => {
    const clock = new FakeClock();
    const server = leaseServer();
    const { elector, acquire, hooks } = candidate(server, clock);
    hooks.before = slow(clock, 4);
    const acquired = acquire();
    await clock.advanceAsync(8000);
    await acquired;
    // The write was sent at 4 s.
    await clock.advanceAsync(5999);
    expect(elector.isLeader()).toBe(true);
    await clock.advanceAsync(1);
    expect(elector.isLeader()).toBe(false);
  });

  it('is not led on by an answer that comes too late, nor kept by one that never comes', async () => {
    const clock = new FakeClock();
    const server = leaseServer();
    const { elector, acquire, hooks } = candidate(server, clock);
    hooks.before = hangs;
    const acquired = acquire();
    await clock.advanceAsync(5000);
    hooks.before = nothing;
    // The server has stored it, and the answer takes longer than the lease lasts.
    hooks.after = (signal) => (server.holder() === 'one' ? hangs(signal) : Promise.resolve());
    await clock.advanceAsync(8000);
    expect(server.holder()).toBe('one');
    expect(elector.isLeader()).toBe(false);
    hooks.after = nothing;
    await clock.advanceAsync(5000);
    await acquired;
    expect(elector.isLeader()).toBe(true);
  });
});

describe('one who leads', () => {
  it('goes on for as long as the server answers', async () => {
    const { elector, clock, server, outcome } = await leader();
    await clock.advanceAsync(3_600_000);
    expect([elector.isLeader(), outcome(), server.holder()]).toEqual([true, undefined, 'one']);
  });

  it('renews with one write and no read', async () => {
    const { clock, server } = await leader();
    const before = server.requests.length;
    await clock.advanceAsync(60_000);
    const renewals = server.requests.slice(before);
    expect(renewals.length).toBeGreaterThanOrEqual(25);
    expect(renewals.length).toBeLessThanOrEqual(30);
    expect(new Set(renewals)).toEqual(new Set(['PUT']));
  });

  it('reads the lease before it writes it again, when someone has touched it or an answer was lost', async () => {
    const { elector, hooks, clock, server } = await leader();
    let seen = server.requests.length;
    const next = async (): Promise<readonly string[]> => {
      for (let step = 0; step < 30 && server.requests.length === seen; step += 1) await clock.advanceAsync(100);
      const made = server.requests.slice(seen);
      seen = server.requests.length;
      return made;
    };
    server.store({ ...held(15, 'now'), holderIdentity: 'one' });
    // The first is rejected with 409.
    expect(await next()).toEqual(['PUT', 'GET', 'PUT']);
    expect(await next()).toEqual(['PUT']);
    hooks.after = () => {
      hooks.after = nothing;
      return Promise.reject(new Error('ECONNRESET'));
    };
    expect(await next()).toEqual(['PUT']);
    // It was stored: writing from memory would be rejected, or revert another process's change.
    expect(await next()).toEqual(['GET', 'PUT']);
    expect(await next()).toEqual(['PUT']);
    expect(elector.isLeader()).toBe(true);
  });

  it.each([4, 4.5, 4.9])('goes on where each renewal takes %s s and is stored', async (seconds) => {
    const { elector, hooks, clock, server, outcome } = await leader();
    hooks.before = slow(clock, seconds);
    await clock.advanceAsync(300_000);
    expect([elector.isLeader(), outcome(), server.holder()]).toEqual([true, undefined, 'one']);
  });

  it('outlives one renewal that hangs', async () => {
    const { elector, hooks, clock, outcome } = await leader();
    let hung = 0;
    hooks.before = (signal) => {
      hooks.before = nothing;
      hung += 1;
      return hangs(signal);
    };
    await clock.advanceAsync(30_000);
    expect([hung, elector.isLeader(), outcome()]).toEqual([1, true, undefined]);
  });

  it('may not act or write when no renewal has come through in time, and ends before another may lead', async () => {
    const { elector, hooks, clock, outcome } = await leader();
    hooks.before = () => Promise.reject(new Error('ECONNREFUSED'));
    await clock.advanceAsync(durations.renewDeadline - 1);
    expect([elector.isLeader(), elector.mayWrite(), outcome()]).toEqual([true, true, undefined]);
    await clock.advanceAsync(1);
    expect([elector.isLeader(), elector.mayWrite()]).toEqual([false, false]);
    await clock.advanceAsync(1);
    expect(outcome()).toBe(
      'LeaseLostError: the lease default/lead was lost: it could not be renewed within 10.0 s: ECONNREFUSED',
    );
  });

  it('says why it could not renew, and not that the last attempt had no time left', async () => {
    const { hooks, clock, outcome } = await leader();
    hooks.before = (signal) =>
      clock.now() < 8000 ? Promise.reject(new Error('namespaces "default" not found')) : hangs(signal);
    await clock.advanceAsync(durations.renewDeadline + 1);
    expect(outcome()).toMatch(/could not be renewed within 10\.0 s: namespaces "default" not found$/);
  });

  it('ends when another has it, and says who', async () => {
    const { elector, clock, server, outcome } = await leader();
    server.store(held(15, 'now'));
    await clock.advanceAsync(2400);
    expect(outcome()).toBe('LeaseLostError: the lease default/lead was lost: other has it now');
    expect([elector.isLeader(), elector.mayWrite()]).toEqual([false, false]);
  });

  it('does not come back to life when it was unresponsive for longer than it may lead', async () => {
    const { elector, clock, server, outcome, lines } = await leader();
    // Time passes while nothing runs, as for a stopped process or a long computation.
    clock.advance(12_000);
    expect([elector.isLeader(), elector.mayWrite()]).toEqual([false, false]);
    await clock.advanceAsync(1);
    expect(outcome()).toMatch(
      /lost: this process was unresponsive for (9\.[6-9]|10\.0) s: a computation blocked the event loop/,
    );
    expect([elector.isLeader(), elector.mayWrite()]).toEqual([false, false]);
    expect(server.holder()).toBe('one');
    expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
  });

  it('does not come back to life when it stood still while it renewed the lease', async () => {
    const { elector, clock, hooks, outcome } = await leader();
    let answer = (): void => undefined;
    hooks.before = () => Promise.reject(new Error('ECONNREFUSED'));
    await clock.advanceAsync(7500);
    hooks.before = nothing;
    hooks.after = () => new Promise((resolve) => (answer = resolve));
    await clock.advanceAsync(2400);
    expect(elector.mayWrite()).toBe(true);
    // The answer arrived while nothing ran: it is processed first, and the elapsed time next. Its request is recent
    // enough to lead for a while.
    answer();
    hooks.after = nothing;
    clock.advance(3000);
    expect(elector.mayWrite()).toBe(false);
    const seen: boolean[] = [];
    for (let turn = 0; turn < 20; turn += 1) {
      await Promise.resolve();
      seen.push(elector.mayWrite() || elector.isLeader());
    }
    expect(seen).not.toContain(true);
    await clock.advanceAsync(1);
    expect(outcome()).toMatch(/LeaseLostError/);
  });

  it('says that it stood still when that was during a renewal', async () => {
    const { clock, hooks, outcome } = await leader();
    let answer = (): void => undefined;
    hooks.after = () => new Promise((resolve) => (answer = resolve));
    await clock.advanceAsync(2500);
    clock.advance(30_000);
    answer();
    await clock.advanceAsync(1);
    expect(outcome()).toMatch(/lost: this process was unresponsive for \d+\.\d s/);
  });

  it('is warned when it was unresponsive for more than half of the time that it has', async () => {
    const { elector, clock, lines, outcome } = await leader();
    clock.advance(8000);
    await clock.advanceAsync(1);
    expect(lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { msg: expect.stringContaining('was unresponsive'), consequence: expect.stringContaining('10 s') },
    ]);
    await clock.advanceAsync(10_000);
    expect([elector.isLeader(), outcome()]).toEqual([true, undefined]);
  });

  it('gives back only what is its own, and writes nothing afterwards', async () => {
    for (const [who, expected] of [
      ['one', ''],
      ['other', 'other'],
    ] as const) {
      const { elector, server } = await leader();
      if (who === 'other') server.store(held(60, 'now'));
      await elector.release();
      expect(server.holder()).toBe(expected);
      expect([elector.isLeader(), elector.mayWrite()]).toEqual([false, false]);
    }
  });

  it('does not wait forever for a server that does not take the lease back', async () => {
    const { elector, clock, hooks, messages } = await leader();
    hooks.before = hangs;
    const released = elector.release();
    await clock.advanceAsync(durations.renewDeadline / 2);
    await released;
    expect(messages().at(-1)).toMatch(/could not be released/);
  });
});

it('lets one of many lead', async () => {
  const clock = new FakeClock();
  const server = leaseServer();
  const electors = Array.from({ length: 10 }, (_, index) => candidate(server, clock, { identity: String(index) }));
  for (const { acquire } of electors) void acquire();
  await clock.advanceAsync(9000);
  expect(electors.filter(({ elector }) => elector.isLeader())).toHaveLength(1);
});

it('lets what has not led write: what runs without leading has to', () => {
  const { elector } = candidate(leaseServer(), new FakeClock());
  expect([elector.isLeader(), elector.mayWrite()]).toEqual([false, true]);
});
