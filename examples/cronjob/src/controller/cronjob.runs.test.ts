import { describe, expect, it } from 'vitest';
import { runsOf, type Times } from './cronjob.runs.js';

const at = (time: string): Date => new Date(`2026-01-01T${time}Z`);
const runs = (schedule: string, since: string, now: string, more: Partial<Times> = {}) =>
  runsOf(schedule, { since: at(since), now: at(now), ...more });

describe('the runs of a schedule', () => {
  it('are in the future where none was missed', () => {
    expect(runs('*/5 * * * *', '00:00:00', '00:04:59')).toEqual({
      state: 'known',
      next: at('00:05:00'),
      tooManyMissed: false,
    });
  });

  it('are due at their very second', () => {
    expect(runs('*/5 * * * *', '00:00:00', '00:05:00')).toMatchObject({
      due: at('00:05:00'),
      next: at('00:10:00'),
    });
  });

  it('are one, the last, where several were missed', () => {
    expect(runs('*/5 * * * *', '00:00:00', '00:23:00')).toMatchObject({ due: at('00:20:00'), next: at('00:25:00') });
  });

  it('are too many where more than a hundred were missed, unless a deadline makes them fewer', () => {
    const due = at('01:41:00');
    expect(runs('* * * * *', '00:00:00', '01:40:59')).toMatchObject({ due: at('01:40:00'), tooManyMissed: false });
    expect(runs('* * * * *', '00:00:00', '01:41:00')).toMatchObject({ due, tooManyMissed: true });
    expect(runs('* * * * *', '00:00:00', '01:41:00', { deadline: 60 })).toMatchObject({ due, tooManyMissed: false });
  });

  it('are left out when they are later than the deadline, to the second', () => {
    expect(runs('0 * * * *', '00:30:00', '01:00:10.900', { deadline: 10 })).toMatchObject({ due: at('01:00:00') });
    expect(runs('0 * * * *', '00:30:00', '01:00:11', { deadline: 10 })).toEqual({
      state: 'known',
      next: at('02:00:00'),
      tooManyMissed: false,
    });
    expect(runs('0 * * * *', '00:30:00', '01:00:00.100', { deadline: 0 })).toMatchObject({ due: at('01:00:00') });
  });

  it('may be none at all', () => {
    expect(runs('0 0 30 2 *', '00:00:00', '12:00:00')).toEqual({ state: 'known', tooManyMissed: false });
  });

  it('cannot be told where the schedule cannot be read', () => {
    expect(runs('every day', '00:00:00', '12:00:00')).toMatchObject({
      state: 'unreadable',
      reason: expect.stringContaining('five fields'),
    });
  });
});
