import {
  CustomResource,
  ListType,
  Minimum,
  MinLength,
  PrintColumn,
  Resource,
  StatusSubresource,
  StorageVersion,
  type Int32,
  type Int64,
  type Time,
} from '@operator-gen/runtime/api';
import type { JobTemplateSpec } from '@operator-gen/runtime/k8s/batch/v1';
import type { ObjectReference } from '@operator-gen/runtime/k8s/core/v1';
import { groupVersion } from './group-version.js';

/**
 * What happens when a Job should start while the one before it still runs: both run, the new one is left out, or it takes
 * the place of the old one.
 */
export type ConcurrencyPolicy = 'Allow' | 'Forbid' | 'Replace';

/** CronJobSpec defines the desired state of CronJob. */
export class CronJobSpec {
  /** When Jobs start, in UTC, as a cron schedule of five fields. */
  @MinLength(1)
  schedule!: string;

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
@StorageVersion()
@Resource(groupVersion, { plural: 'cronjobs' })
@StatusSubresource()
@PrintColumn({ name: 'Schedule', type: 'string', jsonPath: '.spec.schedule' })
@PrintColumn({ name: 'Suspend', type: 'boolean', jsonPath: '.spec.suspend' })
@PrintColumn({ name: 'Last_Schedule', type: 'date', jsonPath: '.status.lastScheduleTime' })
export class CronJob extends CustomResource {
  spec!: CronJobSpec;
  status?: CronJobStatus;
}
