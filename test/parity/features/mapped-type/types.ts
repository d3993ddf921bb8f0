import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export type Hand = 'left' | 'right';

export class JugglerSpec {
  balls?: { [H in Hand]?: Int32 };
}

@Resource({ group: 'mapped-type.parity.example.com', version: 'v1' }, { plural: 'jugglers' })
export class Juggler extends CustomResource {
  spec?: JugglerSpec;
}
