import { CustomResource, Resource } from '@operator-gen/runtime/api';
import type { LabelSelector } from '@operator-gen/runtime/k8s/meta/v1';

export class MagnetSpec {
  /** What it pulls. */
  pulls!: LabelSelector;
  repels?: LabelSelector;
}

@Resource({ group: 'label-selector.parity.example.com', version: 'v1' }, { plural: 'magnets' })
export class Magnet extends CustomResource {
  spec?: MagnetSpec;
}
