import { CustomResource, type Int32, MaxProperties, Resource, XValidation } from '@operator-gen/runtime/api';

@XValidation({ rule: 'self.strings >= self.winds', message: 'too few strings' })
export class Ensemble {
  strings!: Int32;
  winds!: Int32;
}

/** OrchestraSpec plays. */
@MaxProperties(4)
export class OrchestraSpec extends Ensemble {}

@Resource({ group: 'inherited-markers.parity.example.com', version: 'v1' }, { plural: 'orchestrae' })
export class Orchestra extends CustomResource {
  spec?: OrchestraSpec;
}
