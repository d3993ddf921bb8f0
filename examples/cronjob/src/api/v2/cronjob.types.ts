import {
  CustomResource,
  ListType,
  Minimum,
  PrintColumn,
  Resource,
  StatusSubresource,
  type Int32,
  type Int64,
  type Time,
} from '@operator-gen/runtime/api';
import type { JobTemplateSpec } from '@operator-gen/runtime/k8s/batch/v1';
import type { ObjectReference } from '@operator-gen/runtime/k8s/core/v1';
import { groupVersion } from './group-version.js';

/**
 * One field of a cron schedule: a number, a list, a range, a step, or * for any.
 * @minLength 1
 */
type CronField = string;

/** CronSchedule says when. What is left out may be anything. */
export class CronSchedule {
  /** The minute of the hour, 0 to 59. */
  minute?: CronField;

  /** The hour of the day, 0 to 23. */
  hour?: CronField;

  /** The day of the month, 1 to 31. */
  dayOfMonth?: CronField;

  /** The month, 1 to 12 or its name. */
  month?: CronField;

  /** The day of the week, 0 to 6 from Sunday or its name. */
  dayOfWeek?: CronField;
}

/**
 * What happens when a Job should start while the one before it still runs: both run, the new one is left out, or it takes
 * the place of the old one.
 */
export type ConcurrencyPolicy = 'Allow' | 'Forbid' | 'Replace';

/** CronJobSpec defines the desired state of CronJob. */
export class CronJobSpec {
  /** When Jobs start, in UTC. */
  schedule!: CronSchedule;

  /** How many seconds late a Job may still start; without it, however late. */
  @Minimum(0)
  startingDeadlineSeconds?: Int64;

  /** What happens when a Job should start while the one before it still runs. */
  concurrencyPolicy: ConcurrencyPolicy = 'Allow';

  /** No Job starts while this is true. Those that run go on. */
  suspend?: boolean;

  /** The Job that is made each time. */
  jobTemplate!: JobTemplateSpec;

  /** How many finished Jobs that succeeded are kept. */
  @Minimum(0)
  successfulJobsHistoryLimit?: Int32;

  /** How many finished Jobs that failed are kept. */
  @Minimum(0)
  failedJobsHistoryLimit?: Int32;
}

/** CronJobStatus defines the observed state of CronJob. */
export class CronJobStatus {
  /** The Jobs that run. */
  @ListType('atomic')
  active?: ObjectReference[];

  /** When a Job was last started. */
  lastScheduleTime?: Time;
}

/** CronJob starts a Job again and again, on a schedule. */
@Resource(groupVersion, { plural: 'cronjobs' })
@StatusSubresource()
@PrintColumn({ name: 'Suspend', type: 'boolean', jsonPath: '.spec.suspend' })
@PrintColumn({ name: 'Last_Schedule', type: 'date', jsonPath: '.status.lastScheduleTime' })
export class CronJob extends CustomResource {
  spec!: CronJobSpec;
  status?: CronJobStatus;
}
