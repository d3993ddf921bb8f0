import type { NewCondition, Stored } from '@operator-gen/runtime';
import type { Deployment } from '@operator-gen/runtime/k8s/apps/v1';

/** What can be said of Pods that a Deployment keeps, of which there should be a number. */
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
      message: `${updated} of ${size} Pods are as the spec asks for`,
    },
    obstacle ?? { type: 'Degraded', status: 'False', reason: 'AsExpected', message: '' },
  ];
}

// https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#deployment-status
/** What keeps a Deployment from getting on. */
function obstacleIn({ conditions = [] }: NonNullable<Deployment['status']>): NewCondition | undefined {
  const found = conditions.find(
    ({ type, status }) =>
      (type === 'Progressing' && status === 'False') || (type === 'ReplicaFailure' && status === 'True'),
  );
  if (found === undefined) return undefined;
  return degraded(found.reason ?? 'DeploymentFailed', found.message ?? '');
}

/** @param reason in one word in CamelCase */
export function degraded(reason: string, message: string): NewCondition {
  return { type: 'Degraded', status: 'True', reason, message };
}
