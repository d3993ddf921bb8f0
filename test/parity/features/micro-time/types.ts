import { CustomResource, type MicroTime, Resource } from '@operator-gen/runtime/api';

export class StopwatchSpec {
  start!: MicroTime;
  lap?: MicroTime;
}

@Resource({ group: 'micro-time.parity.example.com', version: 'v1' }, { plural: 'stopwatches' })
export class Stopwatch extends CustomResource {
  spec?: StopwatchSpec;
}
