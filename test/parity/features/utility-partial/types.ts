import { CustomResource, type Int32, Maximum, Resource } from '@operator-gen/runtime/api';

export class Piece {
  /** How many corners. */
  @Maximum(8)
  corners!: Int32;
  colour?: string;
}

export class PuzzleSpec {
  whole!: Piece;
  part?: Partial<Piece>;
  full?: Required<Piece>;
}

@Resource({ group: 'utility-partial.parity.example.com', version: 'v1' }, { plural: 'puzzles' })
export class Puzzle extends CustomResource {
  spec?: PuzzleSpec;
}
