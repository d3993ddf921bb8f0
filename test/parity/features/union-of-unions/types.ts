import { CustomResource, Resource } from '@operator-gen/runtime/api';

type Upright = 'N' | 'S';
type Across = 'E' | 'W';

export class WeathercockSpec {
  wind!: 'N' | 'E' | 'S' | 'W';
  /** Or none at all. */
  tomorrow?: Upright | Across | 'Calm';
}

@Resource({ group: 'union-of-unions.parity.example.com', version: 'v1' }, { plural: 'weathercocks' })
export class Weathercock extends CustomResource {
  spec?: WeathercockSpec;
}
