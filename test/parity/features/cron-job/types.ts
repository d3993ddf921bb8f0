import {
  CustomResource,
  type Int32,
  type Int64,
  ListType,
  Minimum,
  MinLength,
  Resource,
  StatusSubresource,
  type Time,
} from '@operator-gen/runtime/api';
import type { JobTemplateSpec } from '@operator-gen/runtime/k8s/batch/v1';
import type { ObjectReference } from '@operator-gen/runtime/k8s/core/v1';

/** CronJobSpec says when what runs. */
export class CronJobSpec {
  /** When, in the notation of cron. */
  @MinLength(1)
  schedule!: string;
  /** How late it may start, in seconds. */
  @Minimum(0)
  startingDeadlineSeconds?: Int64;
  concurrencyPolicy: ConcurrencyPolicy = 'Allow';
  /** Nothing starts while this holds. */
  suspend?: boolean;
  /** What runs. */
  jobTemplate!: JobTemplateSpec;
  @Minimum(0)
  successfulJobsHistoryLimit?: Int32;
  @Minimum(0)
  failedJobsHistoryLimit?: Int32;
}

/** ConcurrencyPolicy says what happens to one that still runs. */
export type ConcurrencyPolicy = 'Allow' | 'Forbid' | 'Replace';

/** CronJobStatus says what ran. */
export class CronJobStatus {
  /** What runs now. */
  @ListType('atomic')
  active?: ObjectReference[];
  lastScheduleTime?: Time;
}

/** CronJob runs Jobs at their time. */
@Resource({ group: 'cron-job.parity.example.com', version: 'v1' }, { plural: 'cronjobs' })
@StatusSubresource()
export class CronJob extends CustomResource {
  spec?: CronJobSpec;
  status?: CronJobStatus;
}
