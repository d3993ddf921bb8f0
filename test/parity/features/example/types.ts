import { CustomResource, Example, type Int32, Resource } from '@operator-gen/runtime/api';

export class ExhibitSpec {
  @Example('beetle')
  kind?: string;
  /** @exampleValue 6 */
  legs?: Int32;
  @Example(['red', 'black'])
  colours?: string[];
  @Example({ length: 12, alive: false })
  body?: Body;
  @Example(true)
  rare?: boolean;
}

export class Body {
  length?: Int32;
  alive?: boolean;
}

@Resource({ group: 'example.parity.example.com', version: 'v1' }, { plural: 'exhibits' })
export class Exhibit extends CustomResource {
  spec?: ExhibitSpec;
}
