import { CustomResource, PreserveUnknownFields, Resource } from '@operator-gen/runtime/api';

export class VoidSpec {
  @PreserveUnknownFields()
  anything?: Nothing;
}

export class Nothing {}

@Resource({ group: 'object-without-fields.parity.example.com', version: 'v1' }, { plural: 'voids' })
export class Void extends CustomResource {
  spec?: VoidSpec;
}
