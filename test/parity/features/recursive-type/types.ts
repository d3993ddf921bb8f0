import { CustomResource, PreserveUnknownFields, Resource, Schemaless } from '@operator-gen/runtime/api';

export class FamilySpec {
  head!: Person;
}

/** Person has children. */
export class Person {
  name!: string;
  /** Persons themselves. */
  @Schemaless()
  @PreserveUnknownFields()
  children?: Person[];
}

@Resource({ group: 'recursive-type.parity.example.com', version: 'v1' }, { plural: 'families' })
export class Family extends CustomResource {
  spec?: FamilySpec;
}
