import { CustomResource, DeprecatedVersion, Resource, type Int32 } from '@operator-gen/runtime/api';

@Resource({ group: 'apps.example.com', version: 'v1beta1' }, { plural: 'webservers' })
@DeprecatedVersion('apps.example.com/v1beta1 WebServer is deprecated; use v1')
export class WebServer extends CustomResource {
  spec!: { replicas: Int32 };
}
