import {
  CustomResource,
  Maximum,
  Minimum,
  PrintColumn,
  Resource,
  ScaleSubresource,
  StatusSubresource,
  type Int32,
} from '@operator-gen/runtime/api';
import { groupVersion } from './group-version.js';

/** VmGroupSpec defines the desired state of VmGroup. */
export class VmGroupSpec {
  /** The number of processors of each machine. */
  @Minimum(1)
  @Maximum(4)
  cpu!: Int32;

  /** The memory of each machine, in GiB. */
  @Minimum(1)
  @Maximum(8)
  memory!: Int32;

  /** The template that the machines are made from. */
  template!: string;

  /** How many machines there should be. */
  @Minimum(1)
  replicas!: Int32;
}

/** What a group of machines is going through: ERROR while the machine service does not answer, or refuses something. */
export type VmGroupPhase = 'PENDING' | 'RUNNING' | 'ERROR';

/** VmGroupStatus defines the observed state of VmGroup. */
export class VmGroupStatus {
  /** What the group is going through. */
  phase?: VmGroupPhase;

  /** How many machines there are. */
  currentReplicas?: Int32;

  /** How many machines there should be, as the operator last saw it. */
  desiredReplicas?: Int32;

  /** What the operator did last, or what went wrong. */
  lastMessage?: string;
}

/** VmGroup is a number of equal virtual machines. */
@Resource(groupVersion, { plural: 'vmgroups', shortNames: ['vg'] })
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
