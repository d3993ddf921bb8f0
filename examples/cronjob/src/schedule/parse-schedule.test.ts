import { describe, expect, it } from 'vitest';
import { parseSchedule } from './parse-schedule.js';

const after = (schedule: string, time: string): string | undefined =>
  parseSchedule(schedule).next(new Date(time))?.toISOString();

describe('a schedule', () => {
  it.each([
    ['*/5 * * * *', '2026-01-01T00:00:30Z', '2026-01-01T00:05:00.000Z'],
    ['0 * * * *', '2026-01-01T01:00:00Z', '2026-01-01T02:00:00.000Z'],
    ['30 9 * * MON-FRI', '2026-01-02T10:00:00Z', '2026-01-05T09:30:00.000Z'],
    ['0 0 29 2 *', '2026-01-01T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    // One of the two days is enough where both are said.
    ['0 0 1 * MON', '2026-01-01T00:00:00Z', '2026-01-05T00:00:00.000Z'],
  ])('%s comes due after %s at %s', (schedule, time, next) => {
    expect(after(schedule, time)).toBe(next);
  });

  it('may never come due', () => {
    expect(after('0 0 30 2 *', '2026-01-01T00:00:00Z')).toBeUndefined();
    expect(parseSchedule('0 0 30 2 *').last(new Date('2026-01-01T00:00:00Z'))).toBeNull();
  });

  it.each([
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T00:00:00.001Z', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T00:59:59.999Z', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T01:00:30.500Z', '2026-01-01T01:00:00.000Z'],
  ])('every hour came due last, at %s, at %s', (time, last) => {
    expect(parseSchedule('0 * * * *').last(new Date(time))?.toISOString()).toBe(last);
  });

  it.each([
    ['', /five fields/],
    ['* * * *', /this one has 4/],
    ['* * * * * *', /this one has 6/],
    ['@hourly', /five fields/],
    ['2026-01-01T00:00:00', /five fields/],
    ['60 * * * *', /^Invalid value for minute: 60$/],
    ['* * * * someday', /./],
    ['*/0 * * * *', /stepping/],
  ])('is refused where it is "%s"', (schedule, reason) => {
    expect(() => parseSchedule(schedule)).toThrow(reason);
  });
});
