import { CustomResource, Resource, StatusSubresource, type Int32 } from '@operator-gen/runtime/api';

@Resource({ group: 'apps.example.com', version: 'v1' }, { plural: 'webservers' })
@StatusSubresource()
export class WebServer extends CustomResource {
  spec!: { replicas: Int32 };
  status?: { readyReplicas?: Int32 };
}
