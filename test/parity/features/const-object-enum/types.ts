import { CustomResource, Resource } from '@operator-gen/runtime/api';

const Turning = { Left: 'left', Right: 'right', Not: 'not' } as const;
/** Turning is a direction. */
export type Turning = (typeof Turning)[keyof typeof Turning];

export class FerrisSpec {
  /** Which way it turns. */
  turns!: Turning;
}

@Resource({ group: 'const-object-enum.parity.example.com', version: 'v1' }, { plural: 'ferrises' })
export class Ferris extends CustomResource {
  spec?: FerrisSpec;
}
