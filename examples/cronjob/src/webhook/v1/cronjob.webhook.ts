import {
  field,
  invalid,
  webhookManagedBy,
  type DeepReadonly,
  type Defaulter,
  type FieldError,
  type Manager,
  type Validator,
  type Warnings,
} from '@operator-gen/runtime';
import { Webhook } from '@operator-gen/runtime/api';
import { groupVersion } from '../../api/v1/group-version.js';
import { CronJob } from '../../api/v1/cronjob.types.js';
import { parseSchedule, type Schedule } from '../../schedule/parse-schedule.js';

/** A Job gets the name of its CronJob, a hyphen and ten digits, and may have 63 characters. */
const longestName = 52;

/** Fills in what a CronJob leaves out. */
@Webhook({
  name: 'mcronjob-v1.batch.example.com',
  path: '/mutate-batch-example-com-v1-cronjob',
  mutating: true,
  failurePolicy: 'Fail',
  sideEffects: 'None',
  groups: [groupVersion.group],
  versions: [groupVersion.version],
  resources: ['cronjobs'],
  verbs: ['create', 'update'],
  admissionReviewVersions: ['v1'],
})
export class CronJobDefaulter implements Defaulter<CronJob> {
  default({ spec }: CronJob): void {
    // The API server validates it afterwards, and reports that it is required.
    if (spec === undefined) return;
    spec.concurrencyPolicy ??= 'Allow';
    spec.suspend ??= false;
    spec.successfulJobsHistoryLimit ??= 3;
    spec.failedJobsHistoryLimit ??= 1;
  }
}

/** Refuses a CronJob whose schedule cannot be read, or whose name leaves no room for those of its Jobs. */
@Webhook({
  name: 'vcronjob-v1.batch.example.com',
  path: '/validate-batch-example-com-v1-cronjob',
  mutating: false,
  failurePolicy: 'Fail',
  sideEffects: 'None',
  groups: [groupVersion.group],
  versions: [groupVersion.version],
  resources: ['cronjobs'],
  verbs: ['create', 'update'],
  admissionReviewVersions: ['v1'],
})
export class CronJobValidator implements Validator<CronJob> {
  validateCreate(cronJob: DeepReadonly<CronJob>): Warnings {
    return check(cronJob, nameErrors(cronJob));
  }

  validateUpdate(old: DeepReadonly<CronJob>, cronJob: DeepReadonly<CronJob>): Warnings {
    // What was stored before this webhook was there can still be changed, and lose its finalizers.
    if (old.spec.schedule === cronJob.spec.schedule) return [];
    return check(cronJob);
  }

  validateDelete(): void {
    // The API server does not ask: the marker has no such verb.
  }
}

function nameErrors({ metadata: { name = '' } }: DeepReadonly<CronJob>): FieldError[] {
  if (name.length <= longestName) return [];
  const detail = `must be no more than ${longestName} characters: each Job gets this name and 11 characters more`;
  return [field.invalid('metadata.name', name, detail)];
}

/** @throws ApiError with what is wrong with the schedule, beside the errors that are known already */
function check({ metadata, spec }: DeepReadonly<CronJob>, errors: readonly FieldError[] = []): Warnings {
  const { schedule } = spec;
  let parsed: Schedule | undefined;
  const found = [...errors];
  try {
    parsed = parseSchedule(schedule);
  } catch (error) {
    found.push(field.invalid('spec.schedule', schedule, (error as Error).message));
  }
  if (found.length > 0) throw invalid(CronJob, metadata.name, found);
  return parsed?.next(new Date()) === null ? [`spec.schedule: ${schedule} never comes`] : [];
}

/** Adds the webhooks to the manager. */
export async function setupCronJobWebhook(manager: Manager): Promise<void> {
  await webhookManagedBy(manager)
    .for(CronJob)
    .withDefaulter(new CronJobDefaulter())
    .withValidator(new CronJobValidator())
    .complete();
  manager.addReadyzCheck('webhook', manager.webhookServer.startedChecker());
}
