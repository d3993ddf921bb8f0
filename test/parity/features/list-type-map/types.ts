import { CustomResource, type Int32, ListMapKey, ListType, Resource } from '@operator-gen/runtime/api';

/** Stop is where a bus stops. */
export class Stop {
  street!: string;
  number!: Int32;
  shelter?: boolean;
}

export class BusLineSpec {
  /** Where it stops, by street and number. */
  @ListType('map')
  @ListMapKey('street')
  @ListMapKey('number')
  stops!: Stop[];
}

@Resource({ group: 'list-type-map.parity.example.com', version: 'v1' }, { plural: 'buslines' })
export class BusLine extends CustomResource {
  spec?: BusLineSpec;
}
