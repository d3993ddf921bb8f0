import {
  CustomResource,
  EmbeddedResource,
  PreserveUnknownFields,
  type RawExtension,
  Resource,
} from '@operator-gen/runtime/api';

export class AquariumSpec {
  /** A whole object. */
  @EmbeddedResource()
  @PreserveUnknownFields()
  fish?: RawExtension;
}

@Resource({ group: 'embedded-resource.parity.example.com', version: 'v1' }, { plural: 'aquariums' })
export class Aquarium extends CustomResource {
  spec?: AquariumSpec;
}
