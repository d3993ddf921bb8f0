import { CustomResource, type Int32, Resource, ScaleSubresource } from '@operator-gen/runtime/api';

export class OrchestraSpec {
  /** How many play. */
  players?: Int32;
}

export class OrchestraStatus {
  seated?: Int32;
}

@Resource({ group: 'scale-subresource.parity.example.com', version: 'v1' }, { plural: 'orchestra' })
@ScaleSubresource({ specReplicasPath: '.spec.players', statusReplicasPath: '.status.seated' })
export class Orchestra extends CustomResource {
  spec?: OrchestraSpec;
  status?: OrchestraStatus;
}
