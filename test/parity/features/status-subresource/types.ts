import { CustomResource, type Int32, Resource, StatusSubresource } from '@operator-gen/runtime/api';

export class BarometerSpec {}

/** BarometerStatus says what it shows. */
export class BarometerStatus {
  hectoPascal?: Int32;
  rising!: boolean;
}

/** Barometer measures the air. */
@Resource({ group: 'status-subresource.parity.example.com', version: 'v1' }, { plural: 'barometers' })
@StatusSubresource()
export class Barometer extends CustomResource {
  spec?: BarometerSpec;
  status?: BarometerStatus;
}
