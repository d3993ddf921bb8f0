import {
  webhookManagedBy,
  type DeepReadonly,
  type Manager,
  type Validator,
  type Warnings,
} from '@operator-gen/runtime';
import { Webhook } from '@operator-gen/runtime/api';
import { Deployment } from '@operator-gen/runtime/k8s/apps/v1';

/** Validates Deployment objects beyond their schema. To reject an object, throw an error, preferably the result of `invalid`. */
@Webhook({
  name: 'vapps-deployment-v1.example.com',
  mutating: false,
  path: '/validate-apps-v1-deployment',
  groups: ['apps'],
  versions: ['v1'],
  resources: ['deployments'],
  // Add 'delete' to enable validateDelete.
  verbs: ['create', 'update'],
  failurePolicy: 'Fail',
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
})
export class DeploymentValidator implements Validator<Deployment> {
  validateCreate(_deployment: DeepReadonly<Deployment>): Warnings {
    return [];
  }

  validateUpdate(_old: DeepReadonly<Deployment>, _deployment: DeepReadonly<Deployment>): Warnings {
    return [];
  }

  validateDelete(_deployment: DeepReadonly<Deployment>): Warnings {
    return [];
  }
}

/** Registers the webhooks with the manager. Called by src/register.ts. */
export async function setupDeploymentWebhook(manager: Manager): Promise<void> {
  const webhooks = webhookManagedBy(manager).for(Deployment);
  webhooks.withValidator(new DeploymentValidator());
  await webhooks.complete();
}
