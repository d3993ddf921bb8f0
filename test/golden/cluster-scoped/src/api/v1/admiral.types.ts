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

// Fields become the CRD: `operator-gen manifests` after every change. Doc comments become descriptions, `?` makes a field
// optional, an initialiser is its default, and markers such as @Minimum say what is valid.

/** AdmiralSpec defines the desired state of Admiral. */
export class AdmiralSpec {
  /** An example field. Replace it with what a Admiral is made of. */
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
