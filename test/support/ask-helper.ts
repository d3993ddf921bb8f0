import { upstreamOf } from '../../src/upstream/upstream.js';
import { answerFor } from './projects.js';
import { helperForTests } from './upstream.js';

/** Has the projects of a test file ask the helper, as on the command line; without a helper, nothing. */
export async function askHelper(): Promise<void> {
  const path = await helperForTests();
  if (path !== undefined) answerFor(upstreamOf({ path, identity: path }));
}
