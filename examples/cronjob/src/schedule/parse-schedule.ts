import { Cron } from 'croner';

/** The times of a cron schedule. */
export interface Schedule {
  /** The first time after another one; null where there is none, as for the 30th of February. */
  next(after: Date): Date | null;
  /** The last time that is not after this one; null where there was none. */
  last(time: Date): Date | null;
}

/**
 * Reads a cron schedule of five fields; its times are UTC, so that every copy of the operator agrees on them. The shorthands
 * of some crons, such as @hourly, are not taken: v2 has a name for each field.
 * See https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#schedule-syntax
 * @throws Error that says what is wrong with it
 */
export function parseSchedule(text: string): Schedule {
  const count = text.split(/\s+/).filter((field) => field !== '').length;
  if (count !== 5) throw new Error(`a schedule has five fields, minute to day of the week, and this one has ${count}`);
  try {
    const cron = new Cron(text, { mode: '5-part', timezone: 'UTC' });
    return {
      next: (after) => cron.nextRun(after),
      // Croner leaves the time itself out.
      last: (time) => cron.previousRuns(1, new Date(time.getTime() + 1))[0] ?? null,
    };
  } catch (cause) {
    throw new Error((cause as Error).message.replace(/^CronPattern: /, ''), { cause });
  }
}
