import { CustomResource, Resource } from '@operator-gen/runtime/api';

export class AgendaSpec {
  /**
   * What is talked about:
   *   - money
   *   - more money,
   *     and who has it
   *   - the weather
   *
   * Then there is cake.
   */
  points?: string[];
  /**
   * Steps:
   *  1. sit down
   *  2. stand up
   */
  steps?: string[];
  /**
   * As in
   *
   * 	a: 1
   * 	b: 2
   *
   * or so.
   */
  code?: string;
}

@Resource({ group: 'description-list.parity.example.com', version: 'v1' }, { plural: 'agendas' })
export class Agenda extends CustomResource {
  spec?: AgendaSpec;
}
