import { CustomResource, Resource } from '@operator-gen/runtime/api';
import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from '@operator-gen/runtime/k8s/core/v1';

export class CellarSpec {
  claim?: PersistentVolumeClaim;
  spec!: PersistentVolumeClaimSpec;
}

@Resource({ group: 'persistent-volume-claim.parity.example.com', version: 'v1' }, { plural: 'cellars' })
export class Cellar extends CustomResource {
  spec?: CellarSpec;
}
