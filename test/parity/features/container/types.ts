import { CustomResource, Resource } from '@operator-gen/runtime/api';

import type {
  Container,
  EnvFromSource,
  EnvVar,
  PodSecurityContext,
  SecurityContext,
} from '@operator-gen/runtime/k8s/core/v1';

export class TeapotSpec {
  pot!: Container;
  env?: EnvVar[];
  from?: EnvFromSource[];
  guard?: SecurityContext;
  pod?: PodSecurityContext;
  /** PullPolicy describes a policy for if/when to pull a container image */
  pull?: string;
}

@Resource({ group: 'container.parity.example.com', version: 'v1' }, { plural: 'teapots' })
export class Teapot extends CustomResource {
  spec?: TeapotSpec;
}
