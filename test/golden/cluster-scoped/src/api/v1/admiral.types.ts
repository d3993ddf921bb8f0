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

/** AdmiralSpec defines the desired state of Admiral. */
export class AdmiralSpec {
  /** An example field. Replace it with the fields of an Admiral. */
  @Minimum(0)
  size: Int32 = 1;
}

/** AdmiralStatus defines the observed state of Admiral. */
export class AdmiralStatus {
  /** The latest observations of the object's state, by type. */
  @ListType('map')
  @ListMapKey('type')
  conditions?: Condition[];
}

/** Admiral is the Schema for the admirales API. */
@Resource(groupVersion, { plural: 'admirales', scope: 'Cluster' })
@StatusSubresource()
export class Admiral extends CustomResource {
  spec!: AdmiralSpec;
  status?: AdmiralStatus;
}
