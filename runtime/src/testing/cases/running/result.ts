import type { CaseProblem, Place } from '../model.js';

/** Reason why a step failed. */
export interface Failure {
  /** One line. */
  readonly message: string;
  /** Further lines, such as the fields that differ. */
  readonly details: readonly string[];
  readonly place?: Place | undefined;
}

/** Outcome of a step. */
export interface StepResult {
  /** Index and name, such as `1-change`; `setup` and `cleanup` for what is around the steps. */
  readonly name: string;
  readonly seconds: number;
  /** Number of objects that it compared. */
  readonly assertions: number;
  /** Seconds after which its checks were given up. */
  readonly limit?: number | undefined;
  /** Empty if it passed. */
  readonly failures: readonly Failure[];
}

/** Outcome of a test case. */
export interface CaseResult {
  readonly name: string;
  /** Absolute path of its folder. */
  readonly folder: string;
  readonly passed: boolean;
  /** Whether the case says that it does not run; it has then passed. */
  readonly skipped?: boolean | undefined;
  /** Steps that have run. */
  readonly steps: readonly StepResult[];
  readonly seconds: number;
  /** Namespace in which it ran; undefined if it did not. */
  readonly namespace?: string | undefined;
  /** Reason why it did not run. */
  readonly problem?: CaseProblem | undefined;
  readonly warnings: readonly CaseProblem[];
  /** Last lines of what its commands and collectors printed, without control characters. */
  readonly output: readonly string[];
}
