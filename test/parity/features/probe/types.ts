import { CustomResource, Resource } from '@operator-gen/runtime/api';
import type { Lifecycle, Probe } from '@operator-gen/runtime/k8s/core/v1';

export class StethoscopeSpec {
  ready!: Probe;
  alive?: Probe;
  hook?: Lifecycle;
}

@Resource({ group: 'probe.parity.example.com', version: 'v1' }, { plural: 'stethoscopes' })
export class Stethoscope extends CustomResource {
  spec?: StethoscopeSpec;
}
