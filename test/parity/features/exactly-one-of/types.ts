import { CustomResource, ExactlyOneOf, type Int32, Resource } from '@operator-gen/runtime/api';

export class DrinkSpec {
  cup!: Cup;
}

/** Cup has one thing in it. */
@ExactlyOneOf('tea', 'coffee', 'cocoa')
@ExactlyOneOf('milk', 'lemon')
export class Cup {
  tea?: string;
  coffee?: string;
  cocoa?: Int32;
  milk?: boolean;
  lemon?: boolean;
}

@Resource({ group: 'exactly-one-of.parity.example.com', version: 'v1' }, { plural: 'drinks' })
export class Drink extends CustomResource {
  spec?: DrinkSpec;
}
