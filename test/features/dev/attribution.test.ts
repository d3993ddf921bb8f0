import { expect, it } from 'vitest';
import { attribute, type TimedWrite } from '../../../src/features/dev/log/attribution.js';

const reconcile = (object: string, endedAt: number, milliseconds: number, controller = 'web') => ({
  controller,
  object,
  endedAt,
  milliseconds,
  result: 'success',
});
const write = (at: number, object = 'default/x-deployment'): TimedWrite => ({ at, text: `update ${at}`, object });

it('a write belongs to the reconcile during which it was made', () => {
  const [first, second] = [reconcile('default/x', 100, 20), reconcile('default/x', 110, 9)];
  const { wrote, rest } = attribute(
    [write(79), write(85), write(100), write(101), write(112), write(200)],
    [first, second],
    [],
  );
  expect(wrote.get(first)).toEqual(['update 79', 'update 85', 'update 100']);
  expect(wrote.get(second)).toEqual(['update 101', 'update 112']);
  expect(rest).toEqual([write(200)]);
});

it('of several at the same time, it is the one of the object that is written', () => {
  const [one, other] = [reconcile('default/x', 100, 20), reconcile('default/y', 105, 30)];
  const { wrote, rest } = attribute([write(90, 'default/y'), write(77)], [one, other], []);
  expect(wrote.get(one)).toEqual([]);
  expect(wrote.get(other)).toEqual(['update 90', 'update 77']);
  expect(rest).toEqual([]);
});

it('no reconcile has a write that several can have made, and none of them is said to have written nothing', () => {
  const [one, other] = [reconcile('default/x', 100, 20), reconcile('default/y', 105, 30)];
  const { wrote, rest } = attribute([write(90)], [one, other], []);
  expect([...wrote.values()]).toEqual([undefined, undefined]);
  expect(rest).toEqual([{ ...write(90), isShared: true }]);
  expect(attribute(rest, [reconcile('default/z', 95, 20)], []).rest).toEqual(rest);
});

it('a write of another reconcile waits until that one is asked for', () => {
  const { rest } = attribute([write(90)], [], [{ object: 'default/x', begunAt: 80, endedAt: Infinity }]);
  expect(rest).toEqual([write(90)]);
  const ended = reconcile('default/x', 120, 40);
  expect(attribute(rest, [ended], []).wrote.get(ended)).toEqual(['update 90']);
});

it('a write to an object that is reconciled itself belongs to no reconcile of another one', () => {
  const one = reconcile('default/x', 100, 20);
  const other = reconcile('default/y', 88, 9);
  const isReconciled = (object: string) => object === 'default/y';
  expect(attribute([write(90, 'default/y')], [one], [], isReconciled).rest).toEqual([write(90, 'default/y')]);
  // Rounded times are no reason for another one either.
  expect(attribute([write(90, 'default/y')], [one, other], []).wrote.get(other)).toEqual(['update 90']);
});
