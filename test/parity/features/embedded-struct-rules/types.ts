import { CustomResource, type Int32, Resource, XValidation } from '@operator-gen/runtime/api';

/** Ensemble is more than one. */
@XValidation({ rule: 'self.strings >= self.winds', message: 'too few strings' })
export class Ensemble {
  strings!: Int32;
  winds!: Int32;
}

/** BandSpec plays louder. */
@XValidation({ rule: 'self.drums > 0' })
export class BandSpec extends Ensemble {
  drums!: Int32;
}

@Resource({ group: 'embedded-struct-rules.parity.example.com', version: 'v1' }, { plural: 'bands' })
export class Band extends CustomResource {
  spec?: BandSpec;
}
