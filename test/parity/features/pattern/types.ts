import { CustomResource, Pattern, Resource } from '@operator-gen/runtime/api';

export class LicencePlateSpec {
  @Pattern(/^[A-Z]{1,3}-[0-9]+$/)
  number!: string;

  /** Quoted, with what needs escapes. */
  @Pattern('^\\w+\\.\\d "x"/y$')
  code?: string;

  @Pattern('^[^,;]*$')
  region?: string;
}

@Resource({ group: 'pattern.parity.example.com', version: 'v1' }, { plural: 'licenceplates' })
export class LicencePlate extends CustomResource {
  spec?: LicencePlateSpec;
}
