import { CustomResource, type Json, PreserveUnknownFields, Resource, Type } from '@operator-gen/runtime/api';

export class RiddleSpec {
  @Type('object')
  @PreserveUnknownFields()
  answer?: Json;
  /** @schemaType 'integer' */
  guess?: Json;
}

@Resource({ group: 'type-marker.parity.example.com', version: 'v1' }, { plural: 'riddles' })
export class Riddle extends CustomResource {
  spec?: RiddleSpec;
}
