import type { ChainsawTest } from './chainsaw/model.js';
import type { CaseProblem, CaseStep } from './model.js';

/** Test case: a folder with the files of its steps, in the format of kuttl or of chainsaw. */
export interface TestCase {
  readonly name: string;
  /** Absolute path of its folder. */
  readonly folder: string;
  /** Steps in the order of their indexes; empty if there is a problem, or the case has the format of chainsaw. */
  readonly steps: readonly CaseStep[];
  /** Test of a case in the format of chainsaw. */
  readonly chainsaw?: ChainsawTest | undefined;
  /** Reason why the case cannot run. */
  readonly problem?: CaseProblem | undefined;
  /** Files and fields without any effect. */
  readonly warnings: readonly CaseProblem[];
}
