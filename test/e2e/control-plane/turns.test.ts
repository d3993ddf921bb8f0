import { expect, test } from 'vitest';
import { takeTurns } from './turns.js';

/** Starts numbers, and notes what is done. */
function numbers(fails: (number: number) => boolean = () => false) {
  const done: string[] = [];
  let last = 0;
  const start = async () => {
    const number = (last += 1);
    done.push(`start ${number}`);
    if (fails(number)) throw new Error(`no ${number}`);
    return { number, stop: async () => void done.push(`stop ${number}`) };
  };
  return { start, done };
}

test('each file has its own, which starts when that of the file before has stopped', async () => {
  const { start, done } = numbers();
  const turns = takeTurns(start);
  expect((await turns.next('one')).number).toBe(1);
  expect((await turns.next('one')).number).toBe(2);
  expect(done).toEqual(['start 1', 'stop 1', 'start 2']);
  await turns.end();
  expect(done.at(-1)).toBe('stop 2');
});

test('a file does not stop what a file of another worker has', async () => {
  const { start, done } = numbers();
  const turns = takeTurns(start);
  await Promise.all([turns.next('one'), turns.next('two')]);
  await turns.next('two');
  expect(done).toEqual(['start 1', 'start 2', 'stop 2', 'start 3']);
  await turns.end();
  expect(done.slice(4).toSorted()).toEqual(['stop 1', 'stop 3']);
});

test('if one does not start, its file receives the error, and the next file another one', async () => {
  const { start, done } = numbers((number) => number === 1);
  const turns = takeTurns(start);
  await expect(turns.next('one')).rejects.toThrow('no 1');
  expect((await turns.next('one')).number).toBe(2);
  await turns.end();
  expect(done).toEqual(['start 1', 'start 2', 'stop 2']);
});
