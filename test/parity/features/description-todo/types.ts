import { CustomResource, Resource } from '@operator-gen/runtime/api';

/**
 * ChoreSpec is what has to be done.
 * TODO: say by whom
 * It is never done.
 */
export class ChoreSpec {
  /**
   * TODO(nobody): find out
   * Where the broom is.
   */
  broom?: string;
  /** A TODO in the middle of a line stays. */
  dust?: string;
  /** TODO */
  windows?: string;
  /**
   * Todo in another spelling stays.
   *  TODO behind a space
   */
  stairs?: string;
}

@Resource({ group: 'description-todo.parity.example.com', version: 'v1' }, { plural: 'chores' })
export class Chore extends CustomResource {
  spec?: ChoreSpec;
}
