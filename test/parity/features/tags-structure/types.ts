import { CustomResource, type RawExtension, Resource } from '@operator-gen/runtime/api';

export interface SatinSpec {
  /** @preserveUnknownFields */
  open?: Open;
  /**
   * @schemaless
   * @preserveUnknownFields
   */
  loose?: Open;
  /** @embeddedResource */
  object?: RawExtension;
  /** @items maxItems(2) */
  rows?: string[][];
}

export interface Open {
  thread?: string;
}

@Resource({ group: 'tags-structure.parity.example.com', version: 'v1' }, { plural: 'satins' })
export class Satin extends CustomResource {
  spec?: SatinSpec;
}
