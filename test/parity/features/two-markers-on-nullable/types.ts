import { CustomResource, type Int32, Minimum, Resource } from '@operator-gen/runtime/api';

export class HatSpec {
  /** Unless it has no brim. */
  @Minimum(1)
  brim?: Int32 | null;
  stuff?: 'Felt' | 'Straw' | null;
  size: string | null = 'M';
}

@Resource({ group: 'two-markers-on-nullable.parity.example.com', version: 'v1' }, { plural: 'hats' })
export class Hat extends CustomResource {
  spec?: HatSpec;
}
