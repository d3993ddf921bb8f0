import { CustomResource, type Int32, ListType, MaxItems, MinLength, Resource } from '@operator-gen/runtime/api';

export class Bag {
  /** What is in it. */
  @MaxItems(9)
  @ListType('set')
  books!: string[];
  straps?: Int32 = 2;
  clasp?: string | null;
  inner!: Pocket;
  price!: Int32;
}

/** Pocket is sewn on. */
export class Pocket {
  @MinLength(1)
  zip!: string;
}

export class SatchelSpec {
  school!: Omit<Bag, 'price'>;
}

@Resource({ group: 'omit-with-markers.parity.example.com', version: 'v1' }, { plural: 'satchels' })
export class Satchel extends CustomResource {
  spec?: SatchelSpec;
}
