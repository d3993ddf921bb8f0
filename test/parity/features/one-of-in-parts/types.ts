import { CustomResource, type Int64, Resource, XValidation } from '@operator-gen/runtime/api';

export class PaymentSpec {
  means?: Means[];
  byName?: Record<string, Means>;
  @XValidation({ rule: 'self.cash != 1' })
  first?: Means;
}

/** Means is how one pays. */
@XValidation({ rule: '[has(self.cash),has(self.card)].exists(x, x)', message: 'something has to be paid' })
export class Means {
  cash?: Int64;
  card?: string;
}

@Resource({ group: 'one-of-in-parts.parity.example.com', version: 'v1' }, { plural: 'payments' })
export class Payment extends CustomResource {
  spec?: PaymentSpec;
}
