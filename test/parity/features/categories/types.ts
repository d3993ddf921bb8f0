import { CustomResource, Resource } from '@operator-gen/runtime/api';

export class MeadowSpec {
  flowers?: string[];
}

@Resource({ group: 'categories.parity.example.com', version: 'v1' }, { plural: 'meadows', categories: ['all', 'land'] })
export class Meadow extends CustomResource {
  spec?: MeadowSpec;
}
