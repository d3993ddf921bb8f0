import { CustomResource, Resource, StatusSubresource, type Time } from '@operator-gen/runtime/api';

export class CronJobSpec {
  schedule!: CronSchedule;
}

/** CronSchedule says when, part by part; a part that is left out is any. */
export class CronSchedule {
  minute?: CronField;
  hour?: CronField;
  /** Of the month. */
  dayOfMonth?: CronField;
  month?: CronField;
  dayOfWeek?: CronField;
}

/** CronField is one part of a schedule. */
export type CronField = string;

export class CronJobStatus {
  lastScheduleTime?: Time;
}

@Resource({ group: 'cron-job-versions.parity.example.com', version: 'v2' }, { plural: 'cronjobs' })
@StatusSubresource()
export class CronJob extends CustomResource {
  spec?: CronJobSpec;
  status?: CronJobStatus;
}
