import { CustomResource, Resource } from '@operator-gen/runtime/api';

const codes = { red: '#f00', green: '#0f0' } as const;

export class PaletteSpec {
  first!: keyof typeof codes;
  code?: (typeof codes)[keyof typeof codes];
}

@Resource({ group: 'keyof-and-typeof.parity.example.com', version: 'v1' }, { plural: 'palettes' })
export class Palette extends CustomResource {
  spec?: PaletteSpec;
}
