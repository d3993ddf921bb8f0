import { CustomResource, Resource } from '@operator-gen/runtime/api';
import type { Container, LocalObjectReference } from '@operator-gen/runtime/k8s/core/v1';

export interface Part extends Pick<Container, 'image' | 'ports' | 'args'> {
  /** @minLength 1 */
  extra?: string;
}

/** @structType 'atomic' */
export interface PullSecret extends LocalObjectReference {
  always?: boolean;
}

export class SidecarSpec {
  /** Part of a container. */
  container!: Part;
  /** A name, and more. */
  pull?: PullSecret;
}

@Resource({ group: 'built-in-parts.parity.example.com', version: 'v1' }, { plural: 'sidecars' })
export class Sidecar extends CustomResource {
  spec?: SidecarSpec;
}
