import { CustomResource, Resource } from '@operator-gen/runtime/api';

export class ScarfSpec {
  yarn!: `yarn-${string}`;
}

@Resource({ group: 'template-literal-types.parity.example.com', version: 'v1' }, { plural: 'scarves' })
export class Scarf extends CustomResource {
  spec?: ScarfSpec;
}
