import { CustomResource, Resource, StorageVersion, type Int32 } from '@operator-gen/runtime/api';

@Resource({ group: 'apps.example.com', version: 'v1' }, { plural: 'webservers' })
@StorageVersion()
export class WebServer extends CustomResource {
  spec!: { replicas: Int32 };
}
