import { isStatusConditionTrue } from '@operator-gen/runtime';
import type { Job } from '@operator-gen/runtime/k8s/batch/v1';

/** How a Job stands: it runs, or may yet run, until one of its conditions says how it ended. */
export type JobState = 'running' | 'succeeded' | 'failed';

/** https://kubernetes.io/docs/concepts/workloads/controllers/job/#terminal-job-conditions */
export function jobState({ status }: Job): JobState {
  if (isStatusConditionTrue(status?.conditions, 'Complete')) return 'succeeded';
  return isStatusConditionTrue(status?.conditions, 'Failed') ? 'failed' : 'running';
}
