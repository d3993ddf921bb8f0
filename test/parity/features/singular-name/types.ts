import { CustomResource, Resource } from '@operator-gen/runtime/api';

export class RoadSignSpec {
  text?: string;
}

@Resource({ group: 'singular-name.parity.example.com', version: 'v1' }, { plural: 'roadsigns', singular: 'sign' })
export class RoadSign extends CustomResource {
  spec?: RoadSignSpec;
}
