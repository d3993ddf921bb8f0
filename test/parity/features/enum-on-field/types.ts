import { CustomResource, Enum, type Int32, Resource } from '@operator-gen/runtime/api';

export class KettleSpec {
  @Enum('Copper', 'Steel', 'Glass')
  material!: string;
  @Enum(1, 2, 5)
  litres!: Int32;
  @Enum('', 'on the hob', 'off')
  state?: string;
}

@Resource({ group: 'enum-on-field.parity.example.com', version: 'v1' }, { plural: 'kettles' })
export class Kettle extends CustomResource {
  spec?: KettleSpec;
}
