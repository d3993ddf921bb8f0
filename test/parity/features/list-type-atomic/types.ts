import { CustomResource, ListType, Resource } from '@operator-gen/runtime/api';

export class Step {
  do!: string;
}

export class RecipeSpec {
  /** The order matters, so they change as a whole. */
  @ListType('atomic')
  steps!: Step[];
  @ListType('atomic')
  tags?: string[];
}

@Resource({ group: 'list-type-atomic.parity.example.com', version: 'v1' }, { plural: 'recipes' })
export class Recipe extends CustomResource {
  spec?: RecipeSpec;
}
