import { CustomResource, type Int32, Minimum, Resource } from '@operator-gen/runtime/api';

export class Rooted {
  /** How deep. */
  roots!: Int32;
}

export class Woody extends Rooted {
  @Minimum(0)
  rings?: Int32;
}

export class TreeSpec extends Woody {
  leaves?: Leaves;
}

/** Leaves fall. */
export class Leaves extends Rooted {
  green?: boolean;
}

@Resource({ group: 'embedded-levels.parity.example.com', version: 'v1' }, { plural: 'trees' })
export class Tree extends CustomResource {
  spec?: TreeSpec;
}
