import { CustomResource, Enum, Resource } from '@operator-gen/runtime/api';

/** Colour is one of those in the box. */
export type Colour = 'Red' | 'Blue' | 'Yellow';

export class PaintboxSpec {
  /** Only what is warm. */
  @Enum('Red', 'Yellow')
  warm?: Colour;
}

@Resource({ group: 'enum-narrowed.parity.example.com', version: 'v1' }, { plural: 'paintboxes' })
export class Paintbox extends CustomResource {
  spec?: PaintboxSpec;
}
