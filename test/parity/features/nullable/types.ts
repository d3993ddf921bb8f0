import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export class TelescopeSpec {
  filter!: string | null;
  zoom?: Int32 | null;
  lenses?: string[] | null;
  mount?: Mount | null;
  notes?: Record<string, string> | null;
}

export class Mount {
  screws!: Int32;
}

@Resource({ group: 'nullable.parity.example.com', version: 'v1' }, { plural: 'telescopes' })
export class Telescope extends CustomResource {
  spec?: TelescopeSpec;
}
