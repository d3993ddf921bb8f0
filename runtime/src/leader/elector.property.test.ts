import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hangs, leaseServer, type Intercept } from '../../../test/support/lease-server.js';
import { silentLogger } from '../../../test/support/logs.js';
import { FakeClock } from '../testing/clock/fake-clock.js';
import { Elector } from './elector.js';

const nothing: Intercept = () => Promise.resolve();
const count = 3;
const who = fc.nat(count - 1);

/** Event of one of several processes; times are in milliseconds. */
const happening = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('time' as const), by: fc.integer({ min: 1, max: 4000 }) }) },
  fc.record({ type: fc.constantFrom('freeze', 'thaw', 'cut', 'hang', 'lose answers', 'mend'), who }),
);

/** Starts a process; while it is frozen, it does not see time pass until it runs again. */
function startProcess(server: ReturnType<typeof leaseServer>, identity: string, signal: AbortSignal) {
  const clock = new FakeClock();
  const hooks = { before: nothing, after: nothing };
  const options = { id: 'lead', namespace: 'default', identity, clock };
  const elector = new Elector(server.clientOf(hooks), options, silentLogger);
  const process = { clock, hooks, elector, missed: 0, isFrozen: false, hasEnded: false };
  const run = async (): Promise<void> => {
    await elector.acquire(signal);
    await elector.hold(signal);
  };
  run().catch(() => (process.hasEnded = true));
  return process;
}

it('never lets two act at the same time, whatever is frozen, cut off or slow', async () => {
  let led = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 20, maxLength: 80 }), async (happenings) => {
      const end = new AbortController();
      const server = leaseServer();
      const processes = Array.from({ length: count }, (_, index) => startProcess(server, String(index), end.signal));
      const check = (): void => {
        const acting = processes.filter(({ isFrozen, elector }) => !isFrozen && elector.isLeader());
        led += acting.length;
        expect(acting.length, 'processes that lead').toBeLessThanOrEqual(1);
        expect(
          processes.filter(({ hasEnded, elector }) => hasEnded && elector.mayWrite()),
          'processes that write after their end',
        ).toEqual([]);
      };
      const pass = async (milliseconds: number): Promise<void> => {
        for (const each of processes) {
          if (each.isFrozen) each.missed += milliseconds;
          else await each.clock.advanceAsync(milliseconds);
        }
      };
      for (const each of happenings) {
        if (each.type === 'time') {
          for (let left = each.by; left > 0; left -= 500) {
            await pass(Math.min(left, 500));
            check();
          }
          continue;
        }
        const process = processes[each.who]!;
        if (each.type === 'freeze') process.isFrozen = true;
        if (each.type === 'thaw' && process.isFrozen) {
          process.isFrozen = false;
          // All at once: due timers fire, and see the current time.
          process.clock.advance(process.missed);
          process.missed = 0;
        }
        if (each.type === 'cut') process.hooks.before = () => Promise.reject(new Error('cut off'));
        if (each.type === 'hang') process.hooks.before = hangs;
        if (each.type === 'lose answers') process.hooks.after = hangs;
        if (each.type === 'mend') Object.assign(process.hooks, { before: nothing, after: nothing });
        check();
      }
      end.abort();
    }),
    { numRuns: 200 },
  );
  expect(led).toBeGreaterThan(0);
});
