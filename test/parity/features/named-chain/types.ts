import { CustomResource, type Int64, Resource } from '@operator-gen/runtime/api';

/**
 * Length is in centimetres.
 * @minimum 1
 */
export type Length = Int64;

/**
 * RungDistance is how far one steps.
 * @maximum 40
 */
export type RungDistance = Length;

export class LadderSpec {
  length!: Length;
  rungs!: RungDistance;
}

@Resource({ group: 'named-chain.parity.example.com', version: 'v1' }, { plural: 'ladders' })
export class Ladder extends CustomResource {
  spec?: LadderSpec;
}
