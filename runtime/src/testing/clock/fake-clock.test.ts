import { expect, it } from 'vitest';
import { FakeClock } from './fake-clock.js';

it('stands still until it is moved, and then calls what is due in order, each at its own time', () => {
  const clock = new FakeClock(1000);
  const calls: string[] = [];
  const at = (name: string, delay: number) => clock.after(delay, () => void calls.push(`${name} ${clock.now()}`));
  at('late', 30);
  at('first', 10);
  at('second', 10);
  const cancel = at('never', 20);
  clock.after(10, () => void at('nested', 5));
  cancel();
  expect(clock.pending).toBe(4);
  clock.advance(9);
  expect([clock.now(), calls]).toEqual([1009, []]);
  clock.advance(11);
  expect(calls).toEqual(['first 1010', 'second 1010', 'nested 1015']);
  expect([clock.now(), clock.pending]).toEqual([1020, 1]);
  at('past', -5);
  clock.advance(0);
  expect(calls.at(-1)).toBe('past 1020');
});

it('lets promises go on between two timers', async () => {
  const clock = new FakeClock();
  const waited: number[] = [];
  const wait = (delay: number) => new Promise<void>((resolve) => clock.after(delay, resolve));
  const work = (async () => {
    for (let round = 0; round < 3; round += 1) {
      await wait(10);
      waited.push(clock.now());
    }
  })();
  await clock.advanceAsync(25);
  expect(waited).toEqual([10, 20]);
  await clock.advanceAsync(5);
  await work;
  expect(waited).toEqual([10, 20, 30]);
});
