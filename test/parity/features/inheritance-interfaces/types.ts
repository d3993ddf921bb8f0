import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export interface Dwelling {
  /** Where one sleeps. */
  beds: Int32;
}

export interface Vehicle {
  /** @maxLength 20 */
  plate?: string;
}

/** CaravanSpec is a house that moves. */
export interface CaravanSpec extends Dwelling, Vehicle {
  tow: boolean;
}

@Resource({ group: 'inheritance-interfaces.parity.example.com', version: 'v1' }, { plural: 'caravans' })
export class Caravan extends CustomResource {
  spec?: CaravanSpec;
}
