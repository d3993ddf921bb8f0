import { CustomResource, type Int32, type Int64, Resource } from '@operator-gen/runtime/api';

export class DiceSpec {
  sides!: Int64;
  eyes?: Int32;
  throws?: Int64;
}

@Resource({ group: 'integer-without-size.parity.example.com', version: 'v1' }, { plural: 'dice' })
export class Dice extends CustomResource {
  spec?: DiceSpec;
}
