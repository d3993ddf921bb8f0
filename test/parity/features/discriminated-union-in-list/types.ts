import { CustomResource, type Int32, MaxItems, Resource } from '@operator-gen/runtime/api';

export interface Band {
  role: 'Band';
  tune: string;
  /** How many they are. */
  count: Int32;
}

export interface Crowd {
  role: 'Crowd';
  /** How many they are. */
  count: Int32;
}

export class ProcessionSpec {
  /** Who walks behind whom. */
  @MaxItems(5)
  walkers?: (Band | Crowd)[];
}

@Resource({ group: 'discriminated-union-in-list.parity.example.com', version: 'v1' }, { plural: 'processions' })
export class Procession extends CustomResource {
  spec?: ProcessionSpec;
}
