import { CustomResource, Resource, type Int32 } from '@operator-gen/runtime/api';

@Resource({ group: 'apps.example.com', version: 'v1beta1' }, { plural: 'webservers' })
export class WebServer extends CustomResource {
  spec!: { replicas: Int32 };
}
