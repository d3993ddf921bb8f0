import { CustomResource, type Int32, type Int64, Resource } from '@operator-gen/runtime/api';

export class GlobeSpec {
  capitals!: Record<string, string>;
  people?: { [country: string]: Int64 };
  coast?: Readonly<Record<string, boolean>>;
  rivers?: Record<string, River>;
  nested?: Record<string, Record<string, Int32>>;
}

/** River flows into a sea. */
export class River {
  sea!: string;
}

@Resource({ group: 'maps.parity.example.com', version: 'v1' }, { plural: 'globes' })
export class Globe extends CustomResource {
  spec?: GlobeSpec;
}
