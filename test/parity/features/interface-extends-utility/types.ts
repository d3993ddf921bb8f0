import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export interface Cycle {
  /** Who steers. */
  front: string;
  basket: boolean;
}

export interface Gearing {
  /** @minimum 1 */
  gears: Int32;
}

export interface TandemSpec extends Pick<Cycle, 'front'>, Partial<Gearing> {
  lamp?: boolean;
}

@Resource({ group: 'interface-extends-utility.parity.example.com', version: 'v1' }, { plural: 'tandems' })
export class Tandem extends CustomResource {
  spec?: TandemSpec;
}
