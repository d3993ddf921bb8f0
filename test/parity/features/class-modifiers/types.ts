import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export class SamovarSpec {
  static readonly largest = 12;
  public readonly litres!: Int32;
  public fuel: string = 'coal';
}

@Resource({ group: 'class-modifiers.parity.example.com', version: 'v1' }, { plural: 'samovars' })
export class Samovar extends CustomResource {
  spec?: SamovarSpec;
}
