import { CustomResource, type Int32, Optional, Resource } from '@operator-gen/runtime/api';

export class ParasolSpec {
  /** There when it is read, and nobody's to write. */
  @Optional()
  ribs!: Int32;
  handle!: string;
  cover?: Cover;
}

export interface Cover {
  /** @optional */
  colours: string[];
}

@Resource({ group: 'optional-marker.parity.example.com', version: 'v1' }, { plural: 'parasols' })
export class Parasol extends CustomResource {
  spec?: ParasolSpec;
}
