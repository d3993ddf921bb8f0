import {
  CustomResource,
  ListMapKey,
  ListType,
  Metadata,
  Minimum,
  Resource,
  StatusSubresource,
  type Condition,
  type Int32,
} from '@operator-gen/runtime/api';
import { groupVersion } from './group-version.js';

// Fields become the CRD: `operator-gen manifests` after every change. Doc comments become descriptions, `?` makes a field
// optional, an initialiser is its default, and markers such as @Minimum say what is valid.

/** WidgetSpec defines the desired state of Widget. */
export class WidgetSpec {
  /** An example field. Replace it with what a Widget is made of. */
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
@Resource(groupVersion, { plural: 'widgets' })
@StatusSubresource()
// The group belongs to the Kubernetes project: replace this with the address of its approval.
@Metadata({ annotations: { 'api-approved.kubernetes.io': 'unapproved, experimental-only' } })
export class Widget extends CustomResource {
  spec!: WidgetSpec;
  status?: WidgetStatus;
}
