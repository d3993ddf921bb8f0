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

/** OrderSpec defines the desired state of Order. */
export class OrderSpec {
  /** An example field. Replace it with the fields of an Order. */
  @Minimum(0)
  size: Int32 = 1;
}

/** OrderStatus defines the observed state of Order. */
export class OrderStatus {
  /** The latest observations of the object's state, by type. */
  @ListType('map')
  @ListMapKey('type')
  conditions?: Condition[];
}

/** Order is the Schema for the orders API. */
@Resource(groupVersion, { plural: 'orders' })
@StatusSubresource()
export class Order extends CustomResource {
  spec!: OrderSpec;
  status?: OrderStatus;
}
