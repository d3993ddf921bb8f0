import { type Bytes, CustomResource, Resource } from '@operator-gen/runtime/api';

export class SealSpec {
  /** What is pressed into the wax. */
  imprint!: Bytes;
  wax?: Bytes;
  copies?: Record<string, Bytes>;
  drafts?: Bytes[];
}

@Resource({ group: 'bytes.parity.example.com', version: 'v1' }, { plural: 'seals' })
export class Seal extends CustomResource {
  spec?: SealSpec;
}
