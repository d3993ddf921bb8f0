import {
  CustomResource,
  Minimum,
  PrintColumn,
  Resource,
  StatusSubresource,
  type Int32,
} from '@operator-gen/runtime/api';
import { groupVersion } from './group-version.js';

/** WebServerSpec defines the desired state of WebServer. */
export class WebServerSpec {
  /** How many Pods serve. */
  @Minimum(0)
  replicas: Int32 = 1;

  /** The image of an nginx. */
  image: string = 'nginx:1.23.0';
}

/** WebServerStatus defines the observed state of WebServer. */
export class WebServerStatus {}

/** WebServer is a number of nginx Pods behind a Service. */
@Resource(groupVersion, { plural: 'webservers' })
@StatusSubresource()
@PrintColumn({ name: 'Replicas', type: 'integer', jsonPath: '.spec.replicas' })
@PrintColumn({ name: 'Image', type: 'string', jsonPath: '.spec.image' })
export class WebServer extends CustomResource {
  spec?: WebServerSpec;
  status?: WebServerStatus;
}
