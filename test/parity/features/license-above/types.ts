import { CustomResource, Resource } from '@operator-gen/runtime/api';

/* A licence might stand here. */

/** HeraldSpec says it loudly. */
export class HeraldSpec {
  // Not for readers of the CRD.
  news?: string;

  /* Nor this. */
  late?: string;
}

@Resource({ group: 'license-above.parity.example.com', version: 'v1' }, { plural: 'heralds' })
export class Herald extends CustomResource {
  spec?: HeraldSpec;
}
