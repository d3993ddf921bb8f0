import {
  CustomResource,
  type Int32,
  Maximum,
  Minimum,
  PrintColumn,
  Resource,
  ScaleSubresource,
  StatusSubresource,
} from '@operator-gen/runtime/api';

/** VmGroupSpec is the same machine several times. */
export class VmGroupSpec {
  /** Cores of each machine. */
  @Minimum(1)
  @Maximum(4)
  cpu!: Int32;

  /** Gigabytes of each machine. */
  @Minimum(1)
  @Maximum(8)
  memory!: Int32;

  /** What each machine is cloned from. */
  template!: string;

  /** How many machines there are. */
  @Minimum(1)
  replicas!: Int32;
}

/** Phase says how far it got. */
export type Phase = 'PENDING' | 'RUNNING' | 'ERROR';

/** VmGroupStatus is what the machines are doing. */
export class VmGroupStatus {
  phase?: Phase;
  currentReplicas?: Int32;
  desiredReplicas?: Int32;
  /** What the service said last. */
  lastMessage?: string;
}

@Resource({ group: 'vm-group.parity.example.com', version: 'v1' }, { plural: 'vmgroups', shortNames: ['vg'] })
@StatusSubresource()
@ScaleSubresource({ specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.desiredReplicas' })
@PrintColumn({ name: 'Phase', type: 'string', jsonPath: '.status.phase' })
@PrintColumn({ name: 'Current', type: 'integer', jsonPath: '.status.currentReplicas' })
@PrintColumn({ name: 'Desired', type: 'integer', jsonPath: '.spec.replicas' })
@PrintColumn({ name: 'CPU', type: 'integer', jsonPath: '.spec.cpu' })
@PrintColumn({ name: 'Memory', type: 'integer', jsonPath: '.spec.memory' })
@PrintColumn({ name: 'Template', type: 'string', jsonPath: '.spec.template' })
@PrintColumn({ name: 'Last_Message', type: 'string', jsonPath: '.status.lastMessage' })
export class VmGroup extends CustomResource {
  spec!: VmGroupSpec;
  status?: VmGroupStatus;
}
