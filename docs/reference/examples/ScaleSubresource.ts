import { CustomResource, Resource, ScaleSubresource, StatusSubresource, type Int32 } from '@operator-gen/runtime/api';

@Resource({ group: 'apps.example.com', version: 'v1' }, { plural: 'webservers' })
@StatusSubresource()
@ScaleSubresource({ specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.readyReplicas' })
export class WebServer extends CustomResource {
  spec!: { replicas: Int32 };
  status?: { readyReplicas?: Int32 };
}
