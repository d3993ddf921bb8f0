import {
  CustomResource,
  ListMapKey,
  ListType,
  Minimum,
  Resource,
  StatusSubresource,
  type Condition,
  type Int32,
} from '@operator-gen/runtime/api';
import { groupVersion } from './group-version.js';

// Run `operator-gen manifests` after every change to regenerate the CRD. Doc comments become descriptions, `?` makes a
// field optional, an initializer sets its default, and markers such as @Minimum add validation.

/** CraneSpec defines the desired state of Crane. */
export class CraneSpec {
  /** An example field. Replace it with the fields of a Crane. */
  @Minimum(0)
  size: Int32 = 1;
}

/** CraneStatus defines the observed state of Crane. */
export class CraneStatus {
  /** The latest observations of the object's state, by type. */
  @ListType('map')
  @ListMapKey('type')
  conditions?: Condition[];
}

/** Crane is the Schema for the cranes API. */
@Resource(groupVersion, { plural: 'cranes' })
@StatusSubresource()
export class Crane extends CustomResource {
  spec!: CraneSpec;
  status?: CraneStatus;
}
