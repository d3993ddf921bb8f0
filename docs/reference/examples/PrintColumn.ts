import { CustomResource, PrintColumn, Resource, StatusSubresource, type Int32 } from '@operator-gen/runtime/api';

@Resource({ group: 'apps.example.com', version: 'v1' }, { plural: 'webservers' })
@StatusSubresource()
@PrintColumn({ name: 'Ready', type: 'integer', jsonPath: '.status.readyReplicas' })
@PrintColumn({ name: 'Wanted', type: 'integer', jsonPath: '.spec.replicas', priority: 1 })
export class WebServer extends CustomResource {
  spec!: { replicas: Int32 };
  status?: { readyReplicas?: Int32 };
}
