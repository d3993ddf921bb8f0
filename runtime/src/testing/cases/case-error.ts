import type { CaseProblem, Place } from './model.js';

/** Error about a file of a test case. */
export class CaseError extends Error {
  override readonly name = 'CaseError';

  constructor(readonly problem: CaseProblem) {
    const { place, message, help } = problem;
    super(`${placeText(place)}: ${message}: ${help}`);
  }
}

/** Returns a place as `file:line`. */
export function placeText({ file, line }: Place): string {
  return line === undefined ? file : `${file}:${line}`;
}

/** Throws the error for a file that is not valid in its format. @throws CaseError */
export function refuseInvalid(place: Place, message: string, help: string): never {
  throw new CaseError({ reason: 'invalid', message, help, place });
}

/** Throws the error for a part of the format that is not supported. @throws CaseError */
export function refuseUnsupported(place: Place, what: string, help: string): never {
  throw new CaseError({ reason: 'unsupported', message: `${what} is not supported`, help, place });
}
