import { CustomResource, type Double, type Int32, Minimum, Pattern, Resource } from '@operator-gen/runtime/api';

export class RiverbedSpec {
  long: Int32 = 1e3;
  hex: Int32 = 0xff;
  below: Int32[] = [-1, -2];
  signs: string = 'ü\n\t☂\\';
  plain: string = `plain`;
  @Pattern(/^a\/b$/)
  slash?: string;
  odd?: '1' | 'true' | 'null' | 'a b' | '~' | 'ß';
  @Minimum(1.5e3)
  wide?: Double;
}

@Resource({ group: 'literals.parity.example.com', version: 'v1' }, { plural: 'riverbeds' })
export class Riverbed extends CustomResource {
  spec?: RiverbedSpec;
}
