import { CustomResource, type Duration, Resource } from '@operator-gen/runtime/api';

export class HourglassSpec {
  sand!: Duration;
  /** Until somebody turns it. */
  turn: Duration = '3m';
}

@Resource({ group: 'duration.parity.example.com', version: 'v1' }, { plural: 'hourglasses' })
export class Hourglass extends CustomResource {
  spec?: HourglassSpec;
}
