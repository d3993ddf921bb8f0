import { CustomResource, Resource } from '@operator-gen/runtime/api';

// Only doc comments are documentation.
export class MirrorSpec {
  frame?: Frame;
  // Not this one either.
  glass?: string;
}

/* Nor this. */
export class Frame {
  gold?: boolean;
}

@Resource({ group: 'description-none.parity.example.com', version: 'v1' }, { plural: 'mirrors' })
export class Mirror extends CustomResource {
  spec?: MirrorSpec;
}
