import { CustomResource, type Double, type Int32, Resource } from '@operator-gen/runtime/api';

export class LampSpec {
  watts: Int32 = 60;
  colour: string = 'warm white';
  dimmable: boolean = true;
  glow: Double = 0.25;
}

@Resource({ group: 'default-scalars.parity.example.com', version: 'v1' }, { plural: 'lamps' })
export class Lamp extends CustomResource {
  spec?: LampSpec;
}
