import { slashed } from '../../base/io/slashed.js';
import { reportersWith, type Diagnostic, type Position } from '../../base/diagnostics/diagnostic.js';
import { relative } from 'node:path';
import type { CaseProblem, CaseResult, Place } from '@operator-gen/runtime/testing';
import { testDiagnostics } from './diagnostics.js';

const reporters = reportersWith(testDiagnostics);

export const { diagnostic } = reporters;
export const refuse: typeof reporters.refuse = reporters.refuse;

/** The step about the permissions of the operator: `operator-under-role.ts` in the runtime. */
const operatorStep = 'operator';

const codes = { invalid: 'case-invalid', unsupported: 'case-unsupported', ignored: 'case-ignored' } as const;

/** Returns a path as diagnostics show it: relative to the root. */
export function shownPath(root: string, file: string): string {
  return slashed(relative(root, file));
}

/** Returns the diagnostic of a problem in a file of a case. */
export function problemOf(root: string, { reason, message, help, place }: CaseProblem): Diagnostic {
  return diagnostic(codes[reason], { problem: message, remedy: help }, positionOf(root, place));
}

/** Returns the diagnostic of a case that failed. */
export function failureOf(root: string, { name, steps, problem }: CaseResult): Diagnostic {
  if (problem !== undefined) return problemOf(root, problem);
  const step = steps.find(({ failures }) => failures.length > 0)!;
  const [first] = step.failures;
  // What the operator was not allowed to do, or that it has ended, is usually why a step has failed.
  const ofOperator = steps.find((each) => each.name === operatorStep && each !== step)?.failures ?? [];
  const causes = ofOperator.map(({ message, details }) =>
    message.includes('(403)') ? `the role of the operator does not allow: ${details.join(', ')}` : message,
  );
  const cause = causes.map((each) => `; ${each}`).join('');
  const parameters = { name, step: step.name, problem: `${first!.message}${cause}` };
  return diagnostic('case-failed', parameters, first!.place && positionOf(root, first!.place));
}

function positionOf(root: string, { file, line = 1, column = 1 }: Place): Position {
  return { file: shownPath(root, file), line, column };
}
