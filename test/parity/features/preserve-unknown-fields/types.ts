import { CustomResource, type Int32, PreserveUnknownFields, Resource } from '@operator-gen/runtime/api';

export class AtticSpec {
  /** Some of it is known. */
  @PreserveUnknownFields()
  boxes?: Boxes;
  trunk?: Trunk;
}

export class Boxes {
  count?: Int32;
}

/** Trunk holds more than one sees. */
@PreserveUnknownFields()
export class Trunk {
  lid?: string;
}

@Resource({ group: 'preserve-unknown-fields.parity.example.com', version: 'v1' }, { plural: 'attics' })
export class Attic extends CustomResource {
  spec?: AtticSpec;
}
