import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export interface ChessboardSpec {
  /** The pieces that one has. */
  white: {
    pawns: Int32;
    /** Not many. */
    queens?: Int32;
  };
  black?: {
    pawns: Int32;
    /** Not many. */
    queens?: Int32;
  };
  moves?: { from: string; to: string }[];
}

@Resource({ group: 'inline-object-types.parity.example.com', version: 'v1' }, { plural: 'chessboards' })
export class Chessboard extends CustomResource {
  spec?: ChessboardSpec;
}
