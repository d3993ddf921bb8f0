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

/** WebServerSpec defines the desired state of WebServer. */
export class WebServerSpec {
  /** An example field. Replace it with the fields of a WebServer. */
  @Minimum(0)
  size: Int32 = 1;
}

/** WebServerStatus defines the observed state of WebServer. */
export class WebServerStatus {
  /** The latest observations of the object's state, by type. */
  @ListType('map')
  @ListMapKey('type')
  conditions?: Condition[];
}

/** WebServer is the Schema for the webservers API. */
@Resource(groupVersion, { plural: 'webservers' })
@StatusSubresource()
export class WebServer extends CustomResource {
  spec!: WebServerSpec;
  status?: WebServerStatus;
}
