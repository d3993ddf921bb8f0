import { CustomResource, type Int32, PreserveUnknownFields, Resource } from '@operator-gen/runtime/api';

export class JunkyardSpec {
  cars?: Car[];
  byColour?: Record<string, Car>;
}

/** Car was one. */
@PreserveUnknownFields()
export class Car {
  wheels?: Int32;
}

@Resource({ group: 'preserve-unknown-in-lists.parity.example.com', version: 'v1' }, { plural: 'junkyards' })
export class Junkyard extends CustomResource {
  spec?: JunkyardSpec;
}
