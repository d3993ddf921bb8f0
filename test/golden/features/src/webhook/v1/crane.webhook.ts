import { webhookManagedBy, type Defaulter, type Manager } from '@operator-gen/runtime';
import { Webhook } from '@operator-gen/runtime/api';
import { groupVersion } from '../../api/v1/group-version.js';
import { Crane } from '../../api/v1/crane.types.js';

/** Sets defaults of Crane objects, after those of the schema and before validation: required fields can be missing. */
@Webhook({
  name: 'mcrane-v1.example.com',
  mutating: true,
  path: '/mutate-yard-example-com-v1-crane',
  groups: [groupVersion.group],
  versions: [groupVersion.version],
  resources: ['cranes'],
  verbs: ['create', 'update'],
  failurePolicy: 'Fail',
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
})
export class CraneDefaulter implements Defaulter<Crane> {
  /** @param _crane - A copy of the object. Change it in place. */
  default(_crane: Crane): void {
    // Set fields that are missing, with ??=. The object is not validated yet: even its spec can be missing.
  }
}

/** Registers the webhooks with the manager. Called by src/register.ts. */
export async function setupCraneWebhook(manager: Manager): Promise<void> {
  const webhooks = webhookManagedBy(manager).for(Crane);
  webhooks.withDefaulter(new CraneDefaulter());
  await webhooks.complete();
}
