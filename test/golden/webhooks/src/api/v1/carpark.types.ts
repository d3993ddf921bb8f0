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

/** CarParkSpec defines the desired state of CarPark. */
export class CarParkSpec {
  /** An example field. Replace it with the fields of a CarPark. */
  @Minimum(0)
  size: Int32 = 1;
}

/** CarParkStatus defines the observed state of CarPark. */
export class CarParkStatus {
  /** The latest observations of the object's state, by type. */
  @ListType('map')
  @ListMapKey('type')
  conditions?: Condition[];
}

/** CarPark is the Schema for the carparks API. */
@Resource(groupVersion, { plural: 'carparks' })
@StatusSubresource()
export class CarPark extends CustomResource {
  spec!: CarParkSpec;
  status?: CarParkStatus;
}
