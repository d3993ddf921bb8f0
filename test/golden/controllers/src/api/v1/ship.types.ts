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

/** ShipSpec defines the desired state of Ship. */
export class ShipSpec {
  /** An example field. Replace it with what a Ship is made of. */
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
