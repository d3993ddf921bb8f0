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

/** PoolSpec defines the desired state of Pool. */
export class PoolSpec {
  /** An example field. Replace it with the fields of a Pool. */
  @Minimum(0)
  size: Int32 = 1;
}

/** PoolStatus defines the observed state of Pool. */
export class PoolStatus {
  /** The latest observations of the object's state, by type. */
  @ListType('map')
  @ListMapKey('type')
  conditions?: Condition[];
}

/** Pool is the Schema for the pools API. */
@Resource(groupVersion, { plural: 'pools' })
@StatusSubresource()
export class Pool extends CustomResource {
  spec!: PoolSpec;
  status?: PoolStatus;
}
