import { CustomResource, Enum, type Int32, Resource } from '@operator-gen/runtime/api';

export type Power = 'Rail' | 'Wire';

export class TramSpec {
  power: Power = 'Wire';
  @Enum(2, 4, 8)
  axles: Int32 = 4;
  modes: Power[] = ['Rail', 'Wire'];
}

@Resource({ group: 'default-of-enum.parity.example.com', version: 'v1' }, { plural: 'trams' })
export class Tram extends CustomResource {
  spec?: TramSpec;
}
