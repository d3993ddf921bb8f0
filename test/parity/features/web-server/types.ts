import { CustomResource, type Int32, Minimum, Resource, StatusSubresource } from '@operator-gen/runtime/api';

/** WebServerSpec says how much of it there is. */
export class WebServerSpec {
  /** How many Pods serve. */
  @Minimum(0)
  replicas: Int32 = 1;

  /** The image of an nginx. */
  image: string = 'nginx:1.23.0';
}

/** WebServerStatus is empty so far. */
export class WebServerStatus {}

/** WebServer is a number of Pods behind a Service. */
@Resource({ group: 'web-server.parity.example.com', version: 'v1' }, { plural: 'webservers' })
@StatusSubresource()
export class WebServer extends CustomResource {
  spec?: WebServerSpec;
  status?: WebServerStatus;
}
