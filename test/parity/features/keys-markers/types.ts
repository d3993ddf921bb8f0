import { CustomResource, Enum, type Int32, Keys, MaxLength, Resource } from '@operator-gen/runtime/api';

export class RegisterSpec {
  @Keys(MaxLength(8))
  names?: Record<string, string>;
  @Keys(Enum('a', 'b'))
  sides?: Record<string, Int32>;
}

@Resource({ group: 'keys-markers.parity.example.com', version: 'v1' }, { plural: 'registers' })
export class Register extends CustomResource {
  spec?: RegisterSpec;
}
