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

/** ShipSpec defines the desired state of Ship. */
export class ShipSpec {
  /** An example field. Replace it with the fields of a Ship. */
  @Minimum(0)
  size: Int32 = 1;
}

/** ShipStatus defines the observed state of Ship. */
export class ShipStatus {
  /** The latest observations of the object's state, by type. */
  @ListType('map')
  @ListMapKey('type')
  conditions?: Condition[];
}

/** Ship is the Schema for the ships API. */
@Resource(groupVersion, { plural: 'ships' })
@StatusSubresource()
export class Ship extends CustomResource {
  spec!: ShipSpec;
  status?: ShipStatus;
}
