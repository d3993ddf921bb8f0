import { CustomResource, Resource, SelectableField } from '@operator-gen/runtime/api';

@Resource({ group: 'apps.example.com', version: 'v1' }, { plural: 'webservers' })
@SelectableField('.spec.hostname')
export class WebServer extends CustomResource {
  spec!: { hostname: string };
}
