import { CustomResource, type Int32, MaxItems, Minimum, Resource } from '@operator-gen/runtime/api';

export class MatryoshkaSpec {
  outer!: Outer;
}

export class Outer {
  middle!: Record<string, Middle[]>;
}

export class Middle {
  /** The last but one. */
  inner?: Inner;
}

export class Inner {
  @MaxItems(2)
  seeds?: Seed[][];
}

/** Seed has nothing inside. */
export class Seed {
  @Minimum(0)
  millimetres!: Int32;
}

@Resource({ group: 'deep-nesting.parity.example.com', version: 'v1' }, { plural: 'matryoshkas' })
export class Matryoshka extends CustomResource {
  spec?: MatryoshkaSpec;
}
