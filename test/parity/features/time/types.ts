import { CustomResource, Resource, type Time } from '@operator-gen/runtime/api';

export class SundialSpec {
  set!: Time;
  read?: Time;
  /** When nobody looked. */
  missed?: Time[];
}

@Resource({ group: 'time.parity.example.com', version: 'v1' }, { plural: 'sundials' })
export class Sundial extends CustomResource {
  spec?: SundialSpec;
}
