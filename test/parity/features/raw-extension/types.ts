import { CustomResource, type RawExtension, Resource } from '@operator-gen/runtime/api';

export class ParcelSpec {
  content!: RawExtension;
  extra?: RawExtension;
  /** What else was in it. */
  more?: RawExtension[];
}

@Resource({ group: 'raw-extension.parity.example.com', version: 'v1' }, { plural: 'parcels' })
export class Parcel extends CustomResource {
  spec?: ParcelSpec;
}
