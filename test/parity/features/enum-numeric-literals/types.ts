import { CustomResource, Resource } from '@operator-gen/runtime/api';

export class DieSpec {
  sides!: 4 | 6 | 20;
}

@Resource({ group: 'enum-numeric-literals.parity.example.com', version: 'v1' }, { plural: 'dies' })
export class Die extends CustomResource {
  spec?: DieSpec;
}
