import { CustomResource, type Int64, Resource } from '@operator-gen/runtime/api';

export class PebbleSpec {
  grams!: Int64;
}

@Resource({ group: 'no-status.parity.example.com', version: 'v1' }, { plural: 'pebbles' })
export class Pebble extends CustomResource {
  spec?: PebbleSpec;
}
