import {
  webhookManagedBy,
  type DeepReadonly,
  type Defaulter,
  type Manager,
  type Validator,
  type Warnings,
} from '@operator-gen/runtime';
import { Webhook } from '@operator-gen/runtime/api';
import { groupVersion } from '../../api/v1/group-version.js';
import { CarPark } from '../../api/v1/carpark.types.js';

/** Sets defaults of CarPark objects, after those of the schema and before validation: required fields can be missing. */
@Webhook({
  name: 'mcarpark-v1.example.net',
  mutating: true,
  path: '/mutate-parking-example-net-v1-carpark',
  groups: [groupVersion.group],
  versions: [groupVersion.version],
  resources: ['carparks'],
  verbs: ['create', 'update'],
  failurePolicy: 'Fail',
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
})
export class CarParkDefaulter implements Defaulter<CarPark> {
  /** @param _carPark - A copy of the object. Change it in place. */
  default(_carPark: CarPark): void {
    // Set fields that are missing, with ??=. The object is not validated yet: even its spec can be missing.
  }
}

/** Validates CarPark objects beyond their schema. To reject an object, throw an error, preferably the result of `invalid`. */
@Webhook({
  name: 'vcarpark-v1.example.net',
  mutating: false,
  path: '/validate-parking-example-net-v1-carpark',
  groups: [groupVersion.group],
  versions: [groupVersion.version],
  resources: ['carparks'],
  // Add 'delete' to enable validateDelete.
  verbs: ['create', 'update'],
  failurePolicy: 'Fail',
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
})
export class CarParkValidator implements Validator<CarPark> {
  validateCreate(_carPark: DeepReadonly<CarPark>): Warnings {
    return [];
  }

  validateUpdate(_old: DeepReadonly<CarPark>, _carPark: DeepReadonly<CarPark>): Warnings {
    return [];
  }

  validateDelete(_carPark: DeepReadonly<CarPark>): Warnings {
    return [];
  }
}

/** Registers the webhooks with the manager. Called by src/register.ts. */
export async function setupCarParkWebhook(manager: Manager): Promise<void> {
  const webhooks = webhookManagedBy(manager).for(CarPark);
  webhooks.withDefaulter(new CarParkDefaulter());
  webhooks.withValidator(new CarParkValidator());
  await webhooks.complete();
}
