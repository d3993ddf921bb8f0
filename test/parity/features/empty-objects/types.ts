import { CustomResource, Resource } from '@operator-gen/runtime/api';

/** DesertSpec has nothing in it. */
export class DesertSpec {
  sand?: Sand;
}

/** Sand is all the same. */
export class Sand {}

export class DesertStatus {}

@Resource({ group: 'empty-objects.parity.example.com', version: 'v1' }, { plural: 'deserts' })
export class Desert extends CustomResource {
  spec?: DesertSpec;
  status?: DesertStatus;
}
