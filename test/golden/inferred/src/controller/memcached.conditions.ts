import type { NewCondition, Stored } from '@operator-gen/runtime';
import type { Deployment } from '@operator-gen/runtime/k8s/apps/v1';

/** Returns the conditions of a Deployment that should have a number of Pods. */
export function conditionsOf(size: number, { metadata, status = {} }: Stored<Deployment>): readonly NewCondition[] {
  const { readyReplicas: ready = 0, replicas = 0, updatedReplicas: updated = 0 } = status;
  const isSeen = status.observedGeneration === metadata.generation;
  const isComplete = isSeen && [ready, replicas, updated].every((count) => count === size);
  const obstacle = isSeen ? obstacleIn(status) : undefined;
  return [
    {
      type: 'Available',
      status: ready >= size ? 'True' : 'False',
      reason: ready >= size ? 'Ready' : 'NotReady',
      message: `${ready} of ${size} Pods are ready`,
    },
    {
      type: 'Progressing',
      status: isComplete || obstacle ? 'False' : 'True',
      reason: isComplete ? 'Complete' : obstacle ? 'Stopped' : 'RollingOut',
      message: `${updated} of ${size} Pods match the spec`,
    },
    obstacle ?? { type: 'Degraded', status: 'False', reason: 'AsExpected', message: '' },
  ];
}

// https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#deployment-status
/** Returns the condition that blocks the rollout of a Deployment. */
function obstacleIn({ conditions = [] }: NonNullable<Deployment['status']>): NewCondition | undefined {
  const found = conditions.find(
    ({ type, status }) =>
      (type === 'Progressing' && status === 'False') || (type === 'ReplicaFailure' && status === 'True'),
  );
  if (found === undefined) return undefined;
  return degraded(found.reason ?? 'DeploymentFailed', found.message ?? '');
}

/** @param reason - One word in CamelCase. */
export function degraded(reason: string, message: string): NewCondition {
  return { type: 'Degraded', status: 'True', reason, message };
}
