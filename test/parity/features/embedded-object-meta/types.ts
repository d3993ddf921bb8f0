import { CustomResource, type ObjectMeta, Resource } from '@operator-gen/runtime/api';

export class StencilSpec {
  /** The metadata of what is drawn with it. */
  metadata?: ObjectMeta;
}

@Resource({ group: 'embedded-object-meta.parity.example.com', version: 'v1' }, { plural: 'stencils' })
export class Stencil extends CustomResource {
  spec?: StencilSpec;
}
