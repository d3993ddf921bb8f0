import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export class TurnstileSpec {
  /** Required and with a default: the server fills it in before it looks. */
  arms: Int32 = 2;
}

@Resource({ group: 'default-required.parity.example.com', version: 'v1' }, { plural: 'turnstiles' })
export class Turnstile extends CustomResource {
  spec?: TurnstileSpec;
}
