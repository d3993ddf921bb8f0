import { CsvKind, CustomResource, Resource, type Int32 } from '@operator-gen/runtime/api';

/** A web server. */
@Resource({ group: 'apps.example.com', version: 'v1' }, { plural: 'webservers' })
@CsvKind({
  displayName: 'Web server',
  resources: [
    { kind: 'Deployment', version: 'apps/v1' },
    { kind: 'ConfigMap', version: 'v1', name: 'web-server-defaults' },
  ],
})
export class WebServer extends CustomResource {
  spec!: { replicas: Int32 };
}
