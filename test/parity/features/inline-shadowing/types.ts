import { CustomResource, Resource } from '@operator-gen/runtime/api';

export interface Clothes {
  /** Any size. */
  size: string;
}

export class CostumeSpec implements Clothes {
  /** Any size. */
  size!: string;
  mask?: boolean;
}

@Resource({ group: 'inline-shadowing.parity.example.com', version: 'v1' }, { plural: 'costumes' })
export class Costume extends CustomResource {
  spec?: CostumeSpec;
}
