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

/** CategorySpec defines the desired state of Category. */
export class CategorySpec {
  /** An example field. Replace it with the fields of a Category. */
  @Minimum(0)
  size: Int32 = 1;
}

/** CategoryStatus defines the observed state of Category. */
export class CategoryStatus {
  /** The latest observations of the object's state, by type. */
  @ListType('map')
  @ListMapKey('type')
  conditions?: Condition[];
}

/** Category is the Schema for the categories API. */
@Resource(groupVersion, { plural: 'categories' })
@StatusSubresource()
export class Category extends CustomResource {
  spec!: CategorySpec;
  status?: CategoryStatus;
}
