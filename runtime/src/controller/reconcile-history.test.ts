import { expect, it } from 'vitest';
import { ApiError } from '../transport/api-error.js';
import { createReconcileHistory, mostListed, mostObjects, mostReconciles, nameOfError } from './reconcile-history.js';

const success = { endedAt: 0, milliseconds: 1, result: 'success', error: undefined } as const;

it('keeps the last reconciles of an object', () => {
  const history = createReconcileHistory();
  for (let endedAt = 0; endedAt < 100; endedAt += 1) history.add('default/a', { ...success, endedAt });
  const [[key, reconciles] = [], ...others] = history.objects();
  expect(key).toBe('default/a');
  expect(reconciles?.map(({ endedAt }) => endedAt)).toEqual(
    Array.from({ length: mostReconciles }, (_, index) => 80 + index),
  );
  expect(others).toEqual([]);
  expect(mostReconciles).toBe(20);
});

it('keeps the 5,000 objects that were reconciled last, whatever their number, and lists 1,000', () => {
  const history = createReconcileHistory();
  history.add('default/hot', success);
  for (let index = 0; index < 50_000; index += 1) {
    history.add(`default/n${index}`, { ...success, endedAt: index });
    if (index % 500 === 0) history.add('default/hot', { ...success, endedAt: index });
  }
  expect(history.objects()).toHaveLength(mostListed);
  expect(history.objects(49_990).map(([key]) => key)).toEqual(
    Array.from({ length: 10 }, (_, index) => `default/n${49_999 - index}`),
  );
  expect(history.objects(50_000)).toEqual([]);
  const keys = history.objects(-Infinity).map(([key]) => key);
  expect(keys).toHaveLength(mostObjects);
  expect(keys[0]).toBe('default/n49999');
  expect(keys).toContain('default/hot');
  expect(keys).not.toContain('default/n0');
});

it('names an error without its message, and takes no other text for a name', () => {
  expect(nameOfError(new TypeError('password=hunter2'))).toBe('TypeError');
  expect(nameOfError(new ApiError({ code: 409, reason: 'Conflict', message: 'hunter2' }))).toBe('ApiError: Conflict');
  expect(nameOfError(Object.assign(new Error(''), { name: 'spec.password is hunter2', reason: 'hunter 2' }))).toBe(
    'Error',
  );
});
