import { expect, test } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { borrow, lend } from './lending.js';

/** Lends numbers, and notes what is done. */
async function numbers(fails: (number: number) => boolean = () => false) {
  const done: string[] = [];
  let last = 0;
  const lending = await lend(async () => {
    const number = (last += 1);
    done.push(`start ${number}`);
    if (fails(number)) throw new Error(`no ${number}`);
    return { info: { number }, stop: async () => void done.push(`stop ${number}`) };
  });
  return { ...lending, done };
}

test('each borrower has its own, which stops when it is given back', async () => {
  const { url, end, done } = await numbers();
  const [one, two] = [await borrow(url), await borrow(url)];
  expect([one.info, two.info]).toEqual([{ number: 1 }, { number: 2 }]);
  expect(done).toEqual(['start 1', 'start 2']);
  one.giveBack();
  await eventually(() => expect(done).toEqual(['start 1', 'start 2', 'stop 1']));
  await borrow(url);
  expect(done.slice(3)).toEqual(['start 3']);
  await end();
  expect(done.slice(4).toSorted()).toEqual(['stop 2', 'stop 3']);
});

test('where one does not start, its borrower receives the error, and the next borrower has another', async () => {
  const { url, end, done } = await numbers((number) => number === 1);
  await expect(borrow(url)).rejects.toThrow('no 1');
  expect((await borrow(url)).info).toEqual({ number: 2 });
  await end();
  expect(done).toEqual(['start 1', 'start 2', 'stop 2']);
});
