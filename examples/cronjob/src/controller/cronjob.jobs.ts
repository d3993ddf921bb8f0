import { setControllerReference, type DeepReadonly, type Stored } from '@operator-gen/runtime';
import type { Job } from '@operator-gen/runtime/k8s/batch/v1';
import type { ObjectReference } from '@operator-gen/runtime/k8s/core/v1';
import { groupVersion } from '../api/v1/group-version.js';
import { CronJob } from '../api/v1/cronjob.types.js';

/** The annotation of a Job that says for when it was scheduled. */
export const scheduledAtAnnotation = `${groupVersion.group}/scheduled-at`;

/** The Jobs of a CronJob by what became of them, each the oldest first. */
export interface SortedJobs {
  readonly active: readonly Stored<Job>[];
  readonly successful: readonly Stored<Job>[];
  readonly failed: readonly Stored<Job>[];
}

/** Sorts Jobs by their terminal condition: https://kubernetes.io/docs/concepts/workloads/controllers/job/#terminal-job-conditions */
export function sortJobs(jobs: readonly Stored<Job>[]): SortedJobs {
  const inOrder = jobs.toSorted((one, other) => timeOf(one) - timeOf(other));
  return {
    active: inOrder.filter((job) => !has(job, 'Complete') && !has(job, 'Failed')),
    successful: inOrder.filter((job) => has(job, 'Complete')),
    failed: inOrder.filter((job) => has(job, 'Failed')),
  };
}

/** When the run of a Job was due; undefined where it does not say, or says nothing that is a time. */
export function scheduledAt({ metadata }: DeepReadonly<Stored<Job>>): Date | undefined {
  const time = new Date(metadata.annotations?.[scheduledAtAnnotation] ?? '');
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** The Job for a run. The same run always gets the same name, so that it cannot be started twice. */
export function makeJob(cronJob: Stored<CronJob>, run: Date): Job {
  const { metadata, spec } = cronJob.spec.jobTemplate;
  const job: Job = {
    metadata: {
      name: `${cronJob.metadata.name}-${run.getTime() / 1000}`,
      namespace: cronJob.metadata.namespace,
      labels: { ...metadata?.labels },
      annotations: { ...metadata?.annotations, [scheduledAtAnnotation]: timeText(run) },
    },
    spec,
  };
  setControllerReference(CronJob, cronJob, job);
  return job;
}

/** What the status says of a Job that runs. */
export function referenceTo({ metadata: { name, namespace, uid } }: Stored<Job>): ObjectReference {
  return { apiVersion: 'batch/v1', kind: 'Job', name, namespace, uid };
}

/** A time as Kubernetes writes it, to the second. */
export function timeText(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}

function timeOf(job: Stored<Job>): number {
  return (scheduledAt(job) ?? new Date(job.metadata.creationTimestamp ?? 0)).getTime();
}

function has({ status }: Stored<Job>, type: 'Complete' | 'Failed'): boolean {
  return status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false;
}
