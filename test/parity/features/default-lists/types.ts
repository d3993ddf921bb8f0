import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export class OrchardSpec {
  trees: string[] = ['apple', 'pear'];
  rows: Int32[] = [3, 1, 2];
  hedges: string[] = [];
  hives: Hive[] = [{ kind: 'bee', count: 2 }];
}

export class Hive {
  kind!: string;
  count!: Int32;
}

@Resource({ group: 'default-lists.parity.example.com', version: 'v1' }, { plural: 'orchards' })
export class Orchard extends CustomResource {
  spec?: OrchardSpec;
}
