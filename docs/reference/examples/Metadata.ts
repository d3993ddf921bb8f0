import { CustomResource, Metadata, Resource, type Int32 } from '@operator-gen/runtime/api';

@Resource({ group: 'apps.example.com', version: 'v1' }, { plural: 'webservers' })
@Metadata({ annotations: { 'example.com/team': 'storefront' }, labels: { 'app.kubernetes.io/part-of': 'web' } })
export class WebServer extends CustomResource {
  spec!: { replicas: Int32 };
}
