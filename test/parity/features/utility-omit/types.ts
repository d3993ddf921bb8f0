import { CustomResource, type Int32, MaxItems, Resource } from '@operator-gen/runtime/api';

export class Plot {
  /** In steps. */
  width!: Int32;
  @MaxItems(3)
  plants?: string[];
  owner!: string;
}

export class GardenSpec {
  bed?: Omit<Plot, 'owner'>;
}

@Resource({ group: 'utility-omit.parity.example.com', version: 'v1' }, { plural: 'gardens' })
export class Garden extends CustomResource {
  spec?: GardenSpec;
}
