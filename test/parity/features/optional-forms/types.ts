import { CustomResource, type Int32, Resource } from '@operator-gen/runtime/api';

export class SuitcaseSpec {
  shirts?: Int32;
  socks?: Int32 | undefined;
  books?: string[];
  hat?: string;
  /** A pointer alone makes nothing optional. */
  lock!: string;
  strap?: string;
  wheels?: Wheels;
}

export class Wheels {
  count!: Int32;
}

@Resource({ group: 'optional-forms.parity.example.com', version: 'v1' }, { plural: 'suitcases' })
export class Suitcase extends CustomResource {
  spec?: SuitcaseSpec;
}
