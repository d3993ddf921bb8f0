import { CustomResource, Resource } from '@operator-gen/runtime/api';
import type { OwnerReference } from '@operator-gen/runtime/k8s/meta/v1';

import type {
  LocalObjectReference,
  ObjectReference,
  TypedLocalObjectReference,
} from '@operator-gen/runtime/k8s/core/v1';

export class PointerSpec {
  at!: ObjectReference;
  typed?: TypedLocalObjectReference;
  owner?: OwnerReference;
  local?: LocalObjectReference;
  others?: ObjectReference[];
}

@Resource({ group: 'object-reference.parity.example.com', version: 'v1' }, { plural: 'pointers' })
export class Pointer extends CustomResource {
  spec?: PointerSpec;
}
