import { beforeEach, describe, expect, it, vi, afterEach } from 'vitest';
import type { Condition } from '../k8s/meta/v1.js';
import {
  findStatusCondition,
  isStatusConditionFalse,
  isStatusConditionPresentAndEqual,
  isStatusConditionTrue,
  removeStatusCondition,
  setStatusCondition,
} from './conditions.js';

const then = '2026-01-01T00:00:00Z';
const available = { type: 'Available', status: 'False', reason: 'Starting', message: '', lastTransitionTime: then };
const progressing = { ...available, type: 'Progressing', status: 'True' };

let conditions: Condition[];

beforeEach(() => {
  conditions = [{ ...available }, { ...progressing }];
  vi.useFakeTimers({ now: new Date('2026-02-03T04:05:06.789Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a condition that is set', () => {
  it('is added, with the time to the second', () => {
    conditions = [];
    expect(setStatusCondition(conditions, { type: 'Ready', status: 'Unknown', reason: 'New' })).toBe(true);
    expect(conditions).toEqual([
      { type: 'Ready', status: 'Unknown', reason: 'New', message: '', lastTransitionTime: '2026-02-03T04:05:06Z' },
    ]);
  });

  it('has a new transition time when its status is another one, and only then', () => {
    const other = { type: 'Available', status: 'False', reason: 'Waiting', message: 'for a node' } as const;
    expect(setStatusCondition(conditions, other)).toBe(true);
    expect(conditions[0]).toEqual({ ...other, lastTransitionTime: then });
    expect(setStatusCondition(conditions, { ...other, status: 'True' })).toBe(true);
    expect(conditions[0]).toEqual({ ...other, status: 'True', lastTransitionTime: '2026-02-03T04:05:06Z' });
    expect(conditions[1]).toEqual(progressing);
  });

  it('may say itself when its status changed', () => {
    setStatusCondition(conditions, { ...available, status: 'True', lastTransitionTime: '2026-01-02T00:00:00Z' });
    expect(conditions[0]?.lastTransitionTime).toBe('2026-01-02T00:00:00Z');
  });

  it('as it was is not a change, whatever time is given', () => {
    const same = { type: 'Available', status: 'False', reason: 'Starting' } as const;
    expect(setStatusCondition(conditions, { ...same, lastTransitionTime: '2026-01-02T00:00:00Z' })).toBe(false);
    expect(conditions).toEqual([available, progressing]);
  });

  it('says of which generation it is, and no longer when that is not said', () => {
    const same = { type: 'Available', status: 'False', reason: 'Starting' } as const;
    expect(setStatusCondition(conditions, { ...same, observedGeneration: 2 })).toBe(true);
    expect(conditions[0]).toEqual({ ...available, observedGeneration: 2 });
    expect(setStatusCondition(conditions, { ...same, observedGeneration: 2 })).toBe(false);
    expect(setStatusCondition(conditions, same)).toBe(true);
    expect(conditions[0]).toEqual(available);
  });

  it('keeps a field that we do not know', () => {
    Object.assign(conditions[0]!, { severity: 'low' });
    setStatusCondition(conditions, { type: 'Available', status: 'True', reason: 'Up' });
    expect(conditions[0]).toMatchObject({ status: 'True', severity: 'low' });
  });
});

it('is found, asked for its state, and removed', () => {
  expect(findStatusCondition(conditions, 'Progressing')).toEqual(progressing);
  expect(isStatusConditionTrue(conditions, 'Progressing')).toBe(true);
  expect(isStatusConditionFalse(conditions, 'Progressing')).toBe(false);
  expect(isStatusConditionFalse(conditions, 'Available')).toBe(true);
  expect(isStatusConditionPresentAndEqual(conditions, 'Available', 'Unknown')).toBe(false);
  expect(removeStatusCondition(conditions, 'Available')).toBe(true);
  expect(removeStatusCondition(conditions, 'Available')).toBe(false);
  expect(conditions).toEqual([progressing]);
});

it('that is missing is neither true nor false', () => {
  for (const none of [undefined, []]) {
    expect(findStatusCondition(none, 'Ready')).toBeUndefined();
    expect(isStatusConditionTrue(none, 'Ready')).toBe(false);
    expect(isStatusConditionFalse(none, 'Ready')).toBe(false);
  }
});
