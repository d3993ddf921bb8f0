import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export interface Coloured {
  colour: string;
}

export interface Tailed {
  /**
   * In metres.
   * @minimum 0
   */
  tail?: Int32;
}

export type KiteSpec = Coloured & Tailed & { string: string };

@Resource({ group: 'embedded-intersection.parity.example.com', version: 'v1' }, { plural: 'kites' })
export class Kite extends CustomResource {
  spec?: KiteSpec;
}
