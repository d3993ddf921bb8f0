import {
  type Bytes,
  CustomResource,
  type Duration,
  Format,
  MaxLength,
  Pattern,
  Resource,
  type Time,
} from '@operator-gen/runtime/api';

export class CupboardSpec {
  @MaxLength(64)
  photo?: Bytes;
  @Pattern('^[0-9]+h$')
  opens?: Duration;
  @Format('date')
  bought?: Time;
}

@Resource({ group: 'markers-on-scalars.parity.example.com', version: 'v1' }, { plural: 'cupboards' })
export class Cupboard extends CustomResource {
  spec?: CupboardSpec;
}
