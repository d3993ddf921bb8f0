import {
  CustomResource,
  ExclusiveMaximum,
  Format,
  type Int32,
  Items,
  Maximum,
  MaxItems,
  MaxLength,
  Minimum,
  MinLength,
  MinProperties,
  MultipleOf,
  Pattern,
  Resource,
  XValidation,
} from '@operator-gen/runtime/api';

export class RosterSpec {
  @MaxItems(10)
  @Items(MinLength(1), MaxLength(63), Pattern('^[a-z]+$'))
  names?: string[];
  @Items(Minimum(0), Maximum(23), ExclusiveMaximum(), MultipleOf(2))
  hours?: Int32[];
  /** @items Enum('Mon', 'Tue') */
  days?: string[];
  @Items(Format('ipv4'))
  hosts?: string[];
  @Items(MaxItems(3))
  pairs?: string[][];
  @Items(XValidation({ rule: "self != 'nobody'", message: 'somebody' }))
  whom?: string[];
  @Items(MinProperties(1))
  notes?: Record<string, string>[];
}

@Resource({ group: 'items-markers.parity.example.com', version: 'v1' }, { plural: 'rosters' })
export class Roster extends CustomResource {
  spec?: RosterSpec;
}
