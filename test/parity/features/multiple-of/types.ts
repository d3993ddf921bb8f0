import { CustomResource, type Double, type Int32, MultipleOf, Resource } from '@operator-gen/runtime/api';

export class EggBoxSpec {
  /** Always full rows. */
  @MultipleOf(6)
  eggs!: Int32;

  @MultipleOf(0.5)
  weight?: Double;
}

@Resource({ group: 'multiple-of.parity.example.com', version: 'v1' }, { plural: 'eggboxes' })
export class EggBox extends CustomResource {
  spec?: EggBoxSpec;
}
