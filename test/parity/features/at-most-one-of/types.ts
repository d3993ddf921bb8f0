import { AtMostOneOf, CustomResource, Resource } from '@operator-gen/runtime/api';

/** ForkSpec leads somewhere. */
@AtMostOneOf('left', 'right')
export class ForkSpec {
  left?: string;
  right?: string;
  back!: string;
}

@Resource({ group: 'at-most-one-of.parity.example.com', version: 'v1' }, { plural: 'forks' })
export class Fork extends CustomResource {
  spec?: ForkSpec;
}
