import { shareTestEnvironment } from '@operator-gen/runtime/testing';
import type { TestProject } from 'vitest/node';

/** Shares one API server among all test files of a run. It starts when the first of them asks for it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = await shareTestEnvironment();
  project.onTestsRerun(shared.reload);
  return shared.stop;
}
