import { CustomResource, Resource } from '@operator-gen/runtime/api';
import type { PodTemplateSpec } from '@operator-gen/runtime/k8s/core/v1';

export class PuppetSpec {
  template!: PodTemplateSpec;
}

@Resource({ group: 'pod-template.parity.example.com', version: 'v1' }, { plural: 'puppets' })
export class Puppet extends CustomResource {
  spec?: PuppetSpec;
}
