import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../testing/clock/fake-clock.js';
import { soonest } from './queue-snapshot.js';
import { WorkQueue } from './work-queue.js';

it('the items whose time comes first are those that sorting all would give', () => {
  const times = fc.array(fc.option(fc.nat(50), { nil: undefined }), { maxLength: 200 });
  fc.assert(
    fc.property(times, fc.nat(20), (all, most) => {
      const found = soonest(
        all.map((readyAt) => ({ readyAt })),
        most,
      );
      const sorted = all.filter((each) => each !== undefined).toSorted((one, other) => one - other);
      expect(found.map(({ readyAt }) => readyAt)).toEqual(sorted.slice(0, most));
    }),
  );
});

describe('a snapshot', () => {
  it('shows what is ready, in process and delayed, with failures', async () => {
    const clock = new FakeClock();
    const queue = new WorkQueue<string>((key) => key, { clock });
    queue.add('a');
    queue.add('b');
    queue.addAfter('c', 60_000);
    queue.addRateLimited('d');
    await queue.take();
    queue.add('a');
    clock.advance(3);
    expect(queue.snapshot(10)).toEqual({
      ready: 2,
      delayed: 2,
      processing: [{ id: 'a', since: clock.now() - 3, queuedAgain: true }],
      waiting: [
        { id: 'd', readyAt: clock.now() + 2, failures: 1 },
        { id: 'c', readyAt: clock.now() + 59_997, failures: 0 },
      ],
    });
    expect(queue.snapshot(1).waiting.map(({ id }) => id)).toEqual(['d']);
    queue.close();
    expect(queue.snapshot(10)).toMatchObject({ ready: 0, delayed: 0, waiting: [] });
  });
});
