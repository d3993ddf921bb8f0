import { CustomResource, Resource } from '@operator-gen/runtime/api';
import type { Affinity, Toleration, TopologySpreadConstraint } from '@operator-gen/runtime/k8s/core/v1';

export class ScatterSpec {
  over?: TopologySpreadConstraint[];
  affinity?: Affinity;
  tolerations?: Toleration[];
}

@Resource({ group: 'topology-spread.parity.example.com', version: 'v1' }, { plural: 'scatters' })
export class Scatter extends CustomResource {
  spec?: ScatterSpec;
}
