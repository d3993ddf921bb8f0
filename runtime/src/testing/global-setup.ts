import { shareTestEnvironment } from './environment/shared/share.js';

/** The part of vitest's `TestProject` that is used. */
interface TestRun {
  onTestsRerun(action: () => void): void;
}

/**
 * For `globalSetup` of vitest: shares one API server among all test files of a run. It starts when the first of them asks for it.
 * https://vitest.dev/config/globalsetup.html
 */
export async function setup(run: TestRun): Promise<() => Promise<void>> {
  const shared = await shareTestEnvironment();
  run.onTestsRerun(shared.reload);
  return shared.stop;
}
