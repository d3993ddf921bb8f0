import { beforeEach } from 'vitest';
import { upstreamOf } from '../../src/base/helper/upstream.js';
import { answerFor } from './projects.js';
import { goReader, helperForTests } from './upstream.js';

/** Has the projects of a test file ask the helper, as on the command line; without a helper, nothing. */
export async function askHelper(): Promise<void> {
  const path = await helperForTests();
  if (path !== undefined) answerFor(upstreamOf({ path, identity: path }));
}

/**
 * Has the projects of a test file read Go code with the helper, which has no verdicts for them. Without a helper, the tests are
 * skipped.
 */
export async function readGoCode(): Promise<void> {
  const reader = await goReader();
  if (reader === undefined) beforeEach(({ skip }) => skip('run `npm run upstream`, which needs Go'));
  else answerFor(reader);
}
