import {
  CustomResource,
  type Int32,
  Minimum,
  Pattern,
  type Quantity,
  Resource,
  StatusSubresource,
  type Time,
} from '@operator-gen/runtime/api';
import type { EnvFromSource } from '@operator-gen/runtime/k8s/core/v1';

/** SampleDBSpec is a database and what is done for it. */
export class SampleDBSpec {
  /** Which release runs. */
  @Pattern(/^[0-9]+\.[0-9]+$/)
  version!: string;
  /** Where its data is. */
  storage!: Storage;
  backup?: Backup;
  connection?: EnvFromSource;
}

/** Storage is asked for with a claim. */
export class Storage {
  size: Quantity = '10Gi';
  /** The usual one unless said otherwise. */
  className?: string;
}

/** Backup is made on a schedule. */
export class Backup {
  schedule!: string;
  @Minimum(1)
  keep: Int32 = 3;
}

export class SampleDBStatus {
  version?: string;
  lastBackup?: Time;
}

@Resource(
  { group: 'sample-db.parity.example.com', version: 'v1alpha1' },
  { plural: 'sampledbs', shortNames: ['sdb'], categories: ['all'] },
)
@StatusSubresource()
export class SampleDB extends CustomResource {
  spec?: SampleDBSpec;
  status?: SampleDBStatus;
}
