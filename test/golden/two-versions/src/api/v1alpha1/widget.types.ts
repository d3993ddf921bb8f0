import {
  CustomResource,
  ListMapKey,
  ListType,
  Metadata,
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

/** WidgetSpec defines the desired state of Widget. */
export class WidgetSpec {
  /** An example field. Replace it with the fields of a Widget. */
  @Minimum(0)
  size: Int32 = 1;
}

/** WidgetStatus defines the observed state of Widget. */
export class WidgetStatus {
  /** The latest observations of the object's state, by type. */
  @ListType('map')
  @ListMapKey('type')
  conditions?: Condition[];
}

/** Widget is the Schema for the widgets API. */
@StorageVersion()
@Resource(groupVersion, { plural: 'widgets' })
@StatusSubresource()
// The group belongs to the Kubernetes project: replace this with a link to its approval.
@Metadata({ annotations: { 'api-approved.kubernetes.io': 'unapproved, experimental-only' } })
export class Widget extends CustomResource {
  spec!: WidgetSpec;
  status?: WidgetStatus;
}
