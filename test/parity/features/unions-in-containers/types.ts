import { CustomResource, Resource } from '@operator-gen/runtime/api';

/** Colour of a horse. */
export type Colour = 'bay' | 'grey';

export class StableSpec {
  gaits?: Array<'walk' | 'trot'>;
  byBox?: Record<string, Colour>;
  pairs?: Partial<Record<'left' | 'right', Colour>>[];
  feed?: 'oats' | undefined;
}

@Resource({ group: 'unions-in-containers.parity.example.com', version: 'v1' }, { plural: 'stables' })
export class Stable extends CustomResource {
  spec?: StableSpec;
}
