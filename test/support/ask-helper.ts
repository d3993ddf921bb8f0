import { afterAll, beforeEach } from 'vitest';
import { helperOf, type Helper } from '../../src/base/helper/helper.js';
import { answerFor } from './projects.js';
import { goReader, helperForTests, kustomizeForTests } from './upstream.js';

/** Makes the projects of a test file use the helper, as on the command line; does nothing if there is no helper. */
export async function askHelper(): Promise<void> {
  const path = await helperForTests();
  if (path !== undefined) answerInFile(helperOf({ path, identity: path }));
}

/**
 * Makes the projects of a test file read Go code with a helper that gives no verdicts. Without a helper, the tests are
 * skipped.
 */
export async function readGoCode(): Promise<void> {
  const reader = await goReader();
  if (reader === undefined) beforeEach(({ skip }) => skip('run `npm run upstream`, which needs Go'));
  else answerInFile(reader);
}

/** The same process may run the next file. */
function answerInFile(helper: Helper): void {
  answerFor(helper);
  afterAll(() => answerFor(undefined));
}

/**
 * Makes the projects of a test file build kustomizations with one helper, which accepts all objects. Without a helper,
 * the tests are skipped.
 * @returns the helper, for command lines
 */
export async function buildWithKustomize(): Promise<{ readonly helper: () => Promise<Helper | undefined> }> {
  const helper = await kustomizeForTests();
  if (helper === undefined) beforeEach(({ skip }) => skip('run `npm run upstream`, which needs Go'));
  else answerInFile(helper);
  return { helper: async () => helper };
}
