import { webhookManagedBy, type Defaulter, type Manager } from '@operator-gen/runtime';
import { Webhook } from '@operator-gen/runtime/api';
import { Pod } from '@operator-gen/runtime/k8s/core/v1';

/** Fills in what is left out of objects of the kind Pod. The defaults of its type are there already. */
@Webhook({
  name: 'mpod-v1.kb.io',
  mutating: true,
  path: '/default-pod',
  groups: [''],
  versions: ['v1'],
  resources: ['pods'],
  verbs: ['create', 'update'],
  failurePolicy: 'Fail',
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
})
export class PodDefaulter implements Defaulter<Pod> {
  /** @param _pod a copy, to be changed in place */
  default(_pod: Pod): void {
    // E.g.: _pod.spec.size ??= 1;
  }
}

/** Adds the webhooks to the manager; called by src/register.ts. */
export async function setupPodWebhook(manager: Manager): Promise<void> {
  const webhooks = webhookManagedBy(manager).for(Pod);
  webhooks.withDefaulter(new PodDefaulter());
  webhooks.withDefaulterCustomPath('/default-pod');
  await webhooks.complete();
}
