import { parseSchedule, type Schedule } from '../schedule/parse-schedule.js';

/** What the time says of a CronJob: which run is due, and when the next one is. */
export type Runs = { readonly state: 'unreadable'; readonly reason: string } | KnownRuns;

interface KnownRuns {
  readonly state: 'known';
  /** The last run that was missed, where one was. */
  readonly due?: Date;
  /** Absent where the schedule has no more. */
  readonly next?: Date;
  /** That something is wrong: a clock, an operator that was away for long, or a Job that never ends. */
  readonly tooManyMissed: boolean;
}

/** When runs are missed. */
export interface Times {
  readonly now: Date;
  /** The run that was started last, or when the CronJob was made. */
  readonly since: Date;
  /** How many seconds late a run may be; without it, however late. */
  readonly deadline?: number | undefined;
}

/** As many as Kubernetes' own controller takes without a word. */
export const mostMissed = 100;

/**
 * Looks for the runs between `since` and `now`. Of several that were missed the last one alone is due, however many they are.
 * See https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#starting-deadline
 */
export function runsOf(schedule: string, times: Times): Runs {
  let parsed: Schedule;
  try {
    parsed = parseSchedule(schedule);
  } catch (error) {
    return { state: 'unreadable', reason: (error as Error).message };
  }
  const { now } = times;
  let missed = 0;
  for (let run = parsed.next(startOf(times)); isUpTo(run, now) && missed <= mostMissed; run = parsed.next(run))
    missed++;
  const due = missed === 0 ? null : parsed.last(now);
  const next = parsed.next(now);
  return {
    state: 'known',
    ...(due === null ? {} : { due }),
    ...(next === null ? {} : { next }),
    tooManyMissed: missed > mostMissed,
  };
}

function isUpTo(run: Date | null, now: Date): run is Date {
  return run !== null && run <= now;
}

/** After when runs count. Runs come at whole seconds: one that is late by the deadline, to the second, still counts. */
function startOf({ now, since, deadline }: Times): Date {
  if (deadline === undefined) return since;
  const earliest = Math.floor(now.getTime() / 1000 - deadline) * 1000 - 1;
  return new Date(Math.max(since.getTime(), earliest));
}
