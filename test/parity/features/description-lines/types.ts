import { CustomResource, Resource } from '@operator-gen/runtime/api';

/**
 * DiarySpec says what is written
 * and on which of the many pages
 * it stands.
 */
export class DiarySpec {
  /**
   * What happened in the morning,
   * before anybody was up.
   */
  morning?: string;
  /** One line. */
  noon?: string;
}

/**
 * Diary is kept by somebody,
 *
 * for nobody.
 */
@Resource({ group: 'description-lines.parity.example.com', version: 'v1' }, { plural: 'diaries' })
export class Diary extends CustomResource {
  spec?: DiarySpec;
}
