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

/** CourseSpec defines the desired state of Course. */
export class CourseSpec {
  /** An example field. Replace it with what a Course is made of. */
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
@Resource(groupVersion, { plural: 'courses' })
@StatusSubresource()
export class Course extends CustomResource {
  spec!: CourseSpec;
  status?: CourseStatus;
}
