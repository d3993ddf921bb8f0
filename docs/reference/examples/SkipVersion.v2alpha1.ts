import { CustomResource, Resource, SkipVersion, type Int32 } from '@operator-gen/runtime/api';

@Resource({ group: 'apps.example.com', version: 'v2alpha1' }, { plural: 'webservers' })
@SkipVersion()
export class WebServer extends CustomResource {
  spec!: { replicas: Int32 };
}
