import { clone, type Convertible } from '@operator-gen/runtime';
import type { CronJob as Hub } from '../../api/v1/cronjob.types.js';
import type { CronJob, CronSchedule } from '../../api/v2/cronjob.types.js';

/** The fields of a schedule in the order in which one line names them. */
const fields = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const satisfies (keyof CronSchedule)[];

/** How a CronJob of v2 becomes one of v1, and back: they say the schedule differently, and all else alike. */
export const cronJobConversion: Convertible<Hub, CronJob> = {
  convertTo: (cronJob) => {
    const { spec, status } = clone(cronJob);
    return { spec: { ...spec, schedule: fields.map((name) => spec.schedule[name] ?? '*').join(' ') }, status };
  },
  convertFrom: (cronJob) => {
    const { spec, status } = clone(cronJob);
    const said = spec.schedule.trim().split(/\s+/);
    const schedule = Object.fromEntries(fields.map((name, index) => [name, said[index]] as const));
    return { spec: { ...spec, schedule }, status };
  },
};
