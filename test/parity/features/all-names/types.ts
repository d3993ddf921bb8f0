import { CustomResource, Resource } from '@operator-gen/runtime/api';

export class GooseSpec {
  name?: string;
}

@Resource(
  { group: 'all-names.parity.example.com', version: 'v1' },
  { plural: 'geese', singular: 'gander', shortNames: ['gs', 'go'], categories: ['farm', 'birds'], scope: 'Namespaced' },
)
export class Goose extends CustomResource {
  spec?: GooseSpec;
}
