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

/** ParcelSpec defines the desired state of Parcel. */
export class ParcelSpec {
  /** An example field. Replace it with the fields of a Parcel. */
  @Minimum(0)
  size: Int32 = 1;
}

/** ParcelStatus defines the observed state of Parcel. */
export class ParcelStatus {
  /** The latest observations of the object's state, by type. */
  @ListType('map')
  @ListMapKey('type')
  conditions?: Condition[];
}

/** Parcel is the Schema for the parcels API. */
@Resource(groupVersion, { plural: 'parcels' })
@StatusSubresource()
export class Parcel extends CustomResource {
  spec!: ParcelSpec;
  status?: ParcelStatus;
}
