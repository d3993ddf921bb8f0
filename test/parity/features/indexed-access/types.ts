import { CustomResource, Resource } from '@operator-gen/runtime/api';

export const sizes = ['S', 'M', 'L'] as const;

export interface Hand {
  finger: string;
}

export interface ThimbleSpec {
  finger: Hand['finger'];
  size?: (typeof sizes)[number];
  child?: Exclude<(typeof sizes)[number], 'L'>;
}

@Resource({ group: 'indexed-access.parity.example.com', version: 'v1' }, { plural: 'thimbles' })
export class Thimble extends CustomResource {
  spec?: ThimbleSpec;
}
