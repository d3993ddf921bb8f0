import {
  type Bytes,
  CustomResource,
  type Double,
  type Json,
  type RawExtension,
  Resource,
  type Time,
} from '@operator-gen/runtime/api';

export class ClepsydraSpec {
  since: Time = '2026-01-01T00:00:00Z';
  secret: Bytes = 'aGVsbG8=';
  flow: Double = 1.5;
  free: Json = { a: { b: [1, 2], c: true } };
  object: RawExtension = { apiVersion: 'v1', kind: 'List' };
}

@Resource({ group: 'default-of-scalars.parity.example.com', version: 'v1' }, { plural: 'clepsydras' })
export class Clepsydra extends CustomResource {
  spec?: ClepsydraSpec;
}
