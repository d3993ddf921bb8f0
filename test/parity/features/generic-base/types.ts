import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export abstract class Workshop<Product> {
  /** What leaves the oven. */
  output!: Product;
  hour: Int32 = 6;
}

export class Bread {
  rye?: boolean;
}

export class BakerySpec extends Workshop<Bread> {}

@Resource({ group: 'generic-base.parity.example.com', version: 'v1' }, { plural: 'bakeries' })
export class Bakery extends CustomResource {
  spec?: BakerySpec;
}
