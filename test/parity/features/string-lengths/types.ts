import { CustomResource, MaxLength, MinLength, Resource } from '@operator-gen/runtime/api';

export class NameplateSpec {
  @MinLength(1)
  @MaxLength(63)
  owner!: string;

  @MaxLength(0)
  nothing?: string;

  @MinLength(2)
  initials?: string;
}

@Resource({ group: 'string-lengths.parity.example.com', version: 'v1' }, { plural: 'nameplates' })
export class Nameplate extends CustomResource {
  spec?: NameplateSpec;
}
