import { CustomResource, Resource } from '@operator-gen/runtime/api';

export interface Base {
  readonly marble: boolean;
}

export interface StatueSpec {
  readonly base: Readonly<Base>;
  readonly names?: readonly string[];
  readonly sides?: Record<'front' | 'back', string>;
}

@Resource({ group: 'utility-readonly.parity.example.com', version: 'v1' }, { plural: 'statues' })
export class Statue extends CustomResource {
  spec?: StatueSpec;
}
