import { CustomResource, Resource } from '@operator-gen/runtime/api';

export class CuckooSpec {
  calls = 'noon';
  wooden = true;
  trees = ['oak'];
}

@Resource({ group: 'inferred-types.parity.example.com', version: 'v1' }, { plural: 'cuckoos' })
export class Cuckoo extends CustomResource {
  spec?: CuckooSpec;
}
