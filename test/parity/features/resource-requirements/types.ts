import { CustomResource, type Quantity, Resource } from '@operator-gen/runtime/api';
import type { ResourceRequirements } from '@operator-gen/runtime/k8s/core/v1';

export class FurnaceSpec {
  resources?: ResourceRequirements;
  /** ResourceList is a set of (resource name, quantity) pairs. */
  spare?: Record<string, Quantity>;
}

@Resource({ group: 'resource-requirements.parity.example.com', version: 'v1' }, { plural: 'furnaces' })
export class Furnace extends CustomResource {
  spec?: FurnaceSpec;
}
