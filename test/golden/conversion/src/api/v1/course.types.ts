import {
  CustomResource,
  ListMapKey,
  ListType,
  Minimum,
  Resource,
  StatusSubresource,
  StorageVersion,
  type Condition,
  type Int32,
} from '@operator-gen/runtime/api';
import { groupVersion } from './group-version.js';

// Run `operator-gen manifests` after every change to regenerate the CRD. Doc comments become descriptions, `?` makes a
// field optional, an initializer sets its default, and markers such as @Minimum add validation.

/** CourseSpec defines the desired state of Course. */
export class CourseSpec {
  /** An example field. Replace it with the fields of a Course. */
  @Minimum(0)
  size: Int32 = 1;
}

/** CourseStatus defines the observed state of Course. */
export class CourseStatus {
  /** The latest observations of the object's state, by type. */
  @ListType('map')
  @ListMapKey('type')
  conditions?: Condition[];
}

/** Course is the Schema for the courses API. */
@StorageVersion()
@Resource(groupVersion, { plural: 'courses' })
@StatusSubresource()
export class Course extends CustomResource {
  spec!: CourseSpec;
  status?: CourseStatus;
}
