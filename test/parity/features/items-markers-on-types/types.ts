import { CustomResource, Resource } from '@operator-gen/runtime/api';

/**
 * Weekdays are five.
 * @maxItems 5
 * @items maxLength(3)
 */
export type Weekdays = string[];

export class WorkplanSpec {
  days?: Weekdays;
}

@Resource({ group: 'items-markers-on-types.parity.example.com', version: 'v1' }, { plural: 'workplans' })
export class Workplan extends CustomResource {
  spec?: WorkplanSpec;
}
