import { CustomResource, type Int32, Resource, XValidation } from '@operator-gen/runtime/api';

/**
 * Bounce goes up and comes down.
 * @xValidation { rule: 'self % 2 == 0', message: 'only pairs' }
 */
export type Bounce = Int32;

/** Net catches. */
@XValidation({ rule: 'self.holes < 10' })
export class Net {
  holes!: Int32;
}

export class TrampolineSpec {
  day?: Bounce;
  /** At night it is lower. */
  @XValidation({ rule: 'self < 8' })
  night?: Bounce;
  @XValidation({ rule: 'self.holes > 0' })
  net?: Net;
}

@Resource({ group: 'x-validation-on-types.parity.example.com', version: 'v1' }, { plural: 'trampolines' })
@XValidation({ rule: "self.metadata.name.startsWith('t')", message: 'its name starts with a t' })
export class Trampoline extends CustomResource {
  spec?: TrampolineSpec;
}
