import { CustomResource, Resource } from '@operator-gen/runtime/api';
import type { Volume, VolumeMount } from '@operator-gen/runtime/k8s/core/v1';

export class BarrelSpec {
  volumes?: Volume[];
  mounts?: VolumeMount[];
}

@Resource({ group: 'volume.parity.example.com', version: 'v1' }, { plural: 'barrels' })
export class Barrel extends CustomResource {
  spec?: BarrelSpec;
}
