import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FakeClock } from '../testing/clock/fake-clock.js';
import { WorkQueue } from './work-queue.js';

/** Simplest model of a queue: one entry per key, with linear searches. */
class Model {
  now = 0;
  depth = 0;
  #order = 0;
  #passedOver = 0;
  #entries: { key: string; priority: number; at: number; order: number; age: number }[] = [];
  readonly active = new Set<string>();
  readonly #failures = new Map<string, number>();

  add(key: string, priority: number, after: number): void {
    const at = this.now + after;
    const known = this.#entries.find((each) => each.key === key);
    if (known === undefined) {
      const order = (this.#order += 1);
      this.#entries.push({ key, priority, at, order, age: order });
      return;
    }
    const [wasReady, isRaised] = [known.at <= this.now, priority > known.priority];
    known.at = Math.min(known.at, at);
    known.priority = Math.max(known.priority, priority);
    // When a key becomes ready, by its time, or when its priority is raised, it goes behind the others of that
    // priority.
    if (known.at <= this.now && (!wasReady || isRaised)) known.order = this.#order += 1;
    if (known.at <= this.now && !wasReady) known.age = known.order;
  }

  failed(key: string, priority: number): void {
    const failures = this.#failures.get(key) ?? 0;
    this.#failures.set(key, failures + 1);
    this.add(key, priority, Math.min(1_000_000, 5 * 2 ** failures));
  }

  forget(key: string): void {
    this.#failures.delete(key);
  }

  advance(milliseconds: number): void {
    const due = this.#entries.filter(({ at }) => at > this.now && at <= this.now + milliseconds);
    for (const each of due.toSorted((one, other) => one.at - other.at || one.order - other.order)) {
      each.order = this.#order += 1;
      each.age = each.order;
    }
    this.now += milliseconds;
  }

  ready() {
    return this.#entries.filter(({ at }) => at <= this.now);
  }

  done(key: string): void {
    const again = this.active.delete(key) ? this.ready().find((each) => each.key === key) : undefined;
    // Its time to wait begins when it can be taken.
    if (again !== undefined) again.age = this.#order += 1;
  }

  take(): { key: string; priority: number } | undefined {
    const free = this.ready().filter(({ key }) => !this.active.has(key));
    const [oldest] = free.toSorted((one, other) => one.age - other.age);
    const [first] = free.toSorted((one, other) => other.priority - one.priority || one.order - other.order);
    // Every fifth turn belongs to the oldest.
    const next = this.#passedOver === 4 ? oldest : first;
    if (next === undefined) return undefined;
    this.#passedOver = next === oldest ? 0 : this.#passedOver + 1;
    this.#entries = this.#entries.filter(({ key }) => key !== next.key);
    this.active.add(next.key);
    return { key: next.key, priority: next.priority };
  }
}

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const priority = fc.constantFrom(-100, 0, 0, 7);
const step = fc.oneof(
  { arbitrary: fc.record({ do: fc.constant('add' as const), key, priority, after: fc.constant(0) }), weight: 4 },
  {
    arbitrary: fc.record({ do: fc.constant('add' as const), key, priority, after: fc.integer({ min: 1, max: 60 }) }),
    weight: 3,
  },
  { arbitrary: fc.record({ do: fc.constant('fail' as const), key, priority }), weight: 2 },
  { arbitrary: fc.record({ do: fc.constant('forget' as const), key }), weight: 1 },
  { arbitrary: fc.record({ do: fc.constant('advance' as const), by: fc.integer({ min: 1, max: 40 }) }), weight: 4 },
  { arbitrary: fc.record({ do: fc.constant('take' as const) }), weight: 6 },
  { arbitrary: fc.record({ do: fc.constant('done' as const), key }), weight: 4 },
);

it('a queue does what the model does: in order, at the time, never a key twice at once, and nothing is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 120, size: 'max' }), async (steps) => {
      const clock = new FakeClock();
      const queue = new WorkQueue<string>((each) => each, { clock });
      const model = new Model();
      /** Keys that were added and not taken since; none of them may be lost. */
      const owed = new Set<string>();
      const take = async (): Promise<boolean> => {
        const expected = model.take();
        // Waiting for a key that does not exist would never end.
        if (expected === undefined) return false;
        const taken = await queue.take();
        expect(taken).toEqual(expected);
        owed.delete(expected.key);
        return true;
      };
      for (const each of steps) {
        if (each.do === 'add') {
          queue.add(each.key, { priority: each.priority, after: each.after });
          model.add(each.key, each.priority, each.after);
          owed.add(each.key);
        } else if (each.do === 'fail') {
          queue.addRateLimited(each.key, each.priority);
          model.failed(each.key, each.priority);
          owed.add(each.key);
        } else if (each.do === 'forget') {
          queue.forget(each.key);
          model.forget(each.key);
        } else if (each.do === 'advance') {
          clock.advance(each.by);
          model.advance(each.by);
        } else if (each.do === 'take') {
          await take();
        } else {
          queue.done(each.key);
          model.done(each.key);
        }
        expect(queue.depth).toBe(model.ready().length);
        expect(clock.pending).toBeLessThanOrEqual(1);
      }
      for (const each of model.active) {
        queue.done(each);
        model.done(each);
      }
      clock.advance(1_000_000);
      model.advance(1_000_000);
      while (await take());
      expect(owed).toEqual(new Set());
      expect(queue.depth).toBe(0);
      const waiting = queue.take();
      queue.close();
      expect(await waiting).toBeUndefined();
      expect(clock.pending).toBe(0);
    }),
    { numRuns: 1000 },
  );
}, 60_000);

it('takers that wait get what comes, each key one taker, however adds and takers are mixed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(key, fc.constant('take' as const)), { maxLength: 60, size: 'max' }),
      async (steps) => {
        const queue = new WorkQueue<string>((each) => each);
        const active = new Set<string>();
        const takers: Promise<void>[] = [];
        const added = new Set<string>();
        let taken = 0;
        for (const each of steps) {
          if (each === 'take') {
            const taker = queue.take().then((got) => {
              if (got === undefined) return;
              expect(active.has(got.key)).toBe(false);
              active.add(got.key);
              taken += 1;
            });
            takers.push(taker);
          } else {
            queue.add(each);
            added.add(each);
          }
        }
        await Promise.resolve();
        await Promise.resolve();
        // No key is done, so each is taken at most once, and no key waits while there are takers.
        expect(taken).toBe(Math.min(added.size, takers.length));
        queue.close();
        await Promise.all(takers);
      },
    ),
    { numRuns: 300 },
  );
});

it('a key is taken within five turns for itself and for each key before it, however busy higher priorities are', async () => {
  const hot = fc.record({ key, priority: fc.integer({ min: -99, max: 7 }), workers: fc.integer({ min: 1, max: 4 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(hot, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 30 }),
      async (events, cold) => {
        const queue = new WorkQueue<string>((each) => each);
        const addHot = (turn: number) => {
          for (const each of 'abcdefgh') queue.add(each, events[turn % events.length]);
          for (const each of 'abcdefgh') queue.add(each, { priority: each.charCodeAt(0) });
        };
        addHot(0);
        const before = queue.depth;
        for (let index = 0; index < cold; index += 1) queue.add(`cold-${index}`, { priority: -100 });
        const running: string[] = [];
        const seen: string[] = [];
        for (let turn = 1; turn <= 5 * (before + cold); turn += 1) {
          const { key: taken } = (await queue.take())!;
          if (taken.startsWith('cold')) expect(turn).toBeLessThanOrEqual(5 * (before + seen.push(taken)));
          running.push(taken);
          addHot(turn);
          if (running.length >= events[turn % events.length]!.workers) queue.done(running.shift()!);
        }
        expect(seen).toEqual(Array.from({ length: cold }, (_, index) => `cold-${index}`));
      },
    ),
  );
});
