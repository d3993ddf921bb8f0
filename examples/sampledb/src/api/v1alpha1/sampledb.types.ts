import {
  CustomResource,
  ExactlyOneOf,
  Immutable,
  ListMapKey,
  ListType,
  MaxLength,
  Minimum,
  MinLength,
  Pattern,
  PrintColumn,
  Resource,
  ScaleSubresource,
  StatusSubresource,
  XValidation,
  type Condition,
  type Int32,
  type Quantity,
  type Time,
} from '@operator-gen/runtime/api';
import type { LocalObjectReference } from '@operator-gen/runtime/k8s/core/v1';
import { groupVersion } from './group-version.js';

/** SampleDBStorage is the volume that holds the data. */
export class SampleDBStorage {
  /** How much it holds. */
  size: Quantity = '1Gi';

  /** The storage class; without it, the cluster's default one. */
  @Immutable()
  className?: string;
}

/** SampleDBBackup says when copies are made, and where they go. */
@ExactlyOneOf('configMapRef', 'secretRef')
export class SampleDBBackup {
  /** When, as a cron schedule of five fields. */
  @MinLength(9)
  schedule!: string;

  /** How many copies are kept. */
  @Minimum(1)
  keep: Int32 = 7;

  /** The ConfigMap that says how the store of the copies is reached. */
  configMapRef?: LocalObjectReference;

  /** The Secret that says how the store of the copies is reached. */
  secretRef?: LocalObjectReference;
}

/** SampleDBSpec defines the desired state of SampleDB. */
@XValidation({
  rule: 'int(self.version.split(".")[0]) >= int(oldSelf.version.split(".")[0])',
  message: 'a database cannot go back to an earlier major version',
})
export class SampleDBSpec {
  /** The version of the database: major and minor. When it is raised, a Job upgrades the data. */
  @Pattern(/^[0-9]{1,3}\.[0-9]{1,3}$/)
  @MaxLength(7)
  version!: string;

  /** How many servers there should be. */
  @Minimum(1)
  replicas: Int32 = 1;

  /** The name of the database that the first configuration makes. */
  @Immutable()
  @MinLength(1)
  database: string = 'app';

  /** The volume that holds the data. */
  storage!: SampleDBStorage;

  /** Copies on a schedule; without it there are none. */
  backup?: SampleDBBackup;

  /** What happens to the data when the SampleDB is deleted: a last copy is made of it first, or none. */
  deletionPolicy: 'Snapshot' | 'Discard' = 'Snapshot';
}

/** What a SampleDB is going through. */
export type SampleDBPhase = 'Configuring' | 'Running' | 'Upgrading' | 'Snapshotting';

/** SampleDBStatus defines the observed state of SampleDB. */
export class SampleDBStatus {
  /** What the database is going through. */
  phase?: SampleDBPhase;

  /** The version that the data is in. */
  version?: string;

  /** How many servers are ready. */
  readyReplicas?: Int32;

  /** When the last copy on schedule was made. */
  lastBackupTime?: Time;

  /** The latest observations of the object's state, by type. */
  @ListType('map')
  @ListMapKey('type')
  conditions?: Condition[];
}

/** SampleDB is a database that keeps its data, is backed up, and is upgraded when its version is raised. */
@Resource(groupVersion, { plural: 'sampledbs', shortNames: ['sdb'] })
@StatusSubresource()
@ScaleSubresource({ specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.readyReplicas' })
@PrintColumn({ name: 'Phase', type: 'string', jsonPath: '.status.phase' })
@PrintColumn({ name: 'Version', type: 'string', jsonPath: '.status.version' })
@PrintColumn({ name: 'Ready', type: 'integer', jsonPath: '.status.readyReplicas' })
@PrintColumn({ name: 'Last_Backup', type: 'date', jsonPath: '.status.lastBackupTime' })
export class SampleDB extends CustomResource {
  spec!: SampleDBSpec;
  status?: SampleDBStatus;
}
