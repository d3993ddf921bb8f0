import {
  CustomResource,
  type Int32,
  PreserveUnknownFields,
  Resource,
  Schemaless,
  Type,
} from '@operator-gen/runtime/api';

export class JumbleSpec {
  /** Whatever it is. */
  @Schemaless()
  @PreserveUnknownFields()
  heap?: Heap;
  /** A text, whatever the type says. */
  @Schemaless()
  @Type('string')
  label?: Heap;
}

export class Heap {
  rags?: Int32;
}

@Resource({ group: 'schemaless.parity.example.com', version: 'v1' }, { plural: 'jumbles' })
export class Jumble extends CustomResource {
  spec?: JumbleSpec;
}
