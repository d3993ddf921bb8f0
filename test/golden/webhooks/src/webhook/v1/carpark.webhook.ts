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

/** Fills in what is left out of objects of the kind CarPark. The defaults of its type are there already. */
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
  /** @param _carPark a copy, to be changed in place */
  default(_carPark: CarPark): void {
    // E.g.: _carPark.spec.size ??= 1;
  }
}

/** Refuses objects that the schema lets through: by throwing, best what `invalid` of the runtime makes of their fields. */
@Webhook({
  name: 'vcarpark-v1.example.net',
  mutating: false,
  path: '/validate-parking-example-net-v1-carpark',
  groups: [groupVersion.group],
  versions: [groupVersion.version],
  resources: ['carparks'],
  // Add 'delete' for validateDelete to be asked.
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

/** Adds the webhooks to the manager; called by src/register.ts. */
export async function setupCarParkWebhook(manager: Manager): Promise<void> {
  const webhooks = webhookManagedBy(manager).for(CarPark);
  webhooks.withDefaulter(new CarParkDefaulter());
  webhooks.withValidator(new CarParkValidator());
  await webhooks.complete();
}
