import { CustomResource, Resource } from '@operator-gen/runtime/api';

/** Level rises. */
export enum Level {
  Asleep = 0,
  Smoking = 1,
  Gone = 5,
}

export class VolcanoSpec {
  level!: Level;
}

@Resource({ group: 'numeric-enum.parity.example.com', version: 'v1' }, { plural: 'volcanos' })
export class Volcano extends CustomResource {
  spec?: VolcanoSpec;
}
