import {
  CustomResource,
  MinLength,
  Resource,
  StatusSubresource,
  StorageVersion,
  type Time,
} from '@operator-gen/runtime/api';

export class CronJobSpec {
  @MinLength(1)
  schedule!: string;
}

export class CronJobStatus {
  lastScheduleTime?: Time;
}

@Resource({ group: 'cron-job-versions.parity.example.com', version: 'v1' }, { plural: 'cronjobs' })
@StorageVersion()
@StatusSubresource()
export class CronJob extends CustomResource {
  spec?: CronJobSpec;
  status?: CronJobStatus;
}
