import { atMost } from '../matching/show.js';
import { placeText } from '../case-error.js';
import type { Place } from '../model.js';
import type { CaseResult, StepResult } from '../running/result.js';

/** Lines about a case that failed, all included. */
const mostLines = 20;
/** Lines of output that are shown, if there is room. */
const mostOutput = 6;

/**
 * Returns what a report shows of a case that failed: its step, its failures, and the end of its output, in at most 20
 * lines.
 * @param show returns a path as the user sees it
 */
export function failureLines(result: CaseResult, show: (file: string) => string = (file) => file): readonly string[] {
  const { name, problem, steps, output } = result;
  const placed = (text: string, place: Place | undefined): string =>
    place === undefined ? text : `${text} (${placeText({ ...place, file: show(place.file) })})`;
  if (problem !== undefined)
    return [`FAIL ${name}`, `  ${placed(problem.message, problem.place)}`, `  ${problem.help}`];
  const failing = steps.filter(({ failures }) => failures.length > 0);
  const lines = failing.flatMap((step) => [`  step ${step.name}${limitOf(step)}`, ...linesOf(step, placed)]);
  const room = mostLines - 2 - lines.length;
  const shown = room > 1 ? output.slice(-Math.min(mostOutput, room - 1)) : [];
  const end = shown.length === 0 ? [] : ['  the end of the output:', ...shown.map((each) => `    ${each}`)];
  return [`FAIL ${name} (${result.seconds.toFixed(1)} s)`, ...atMost(lines, mostLines - 1 - end.length), ...end];
}

function limitOf({ limit }: StepResult): string {
  return limit === undefined ? '' : `, given up after ${limit} s`;
}

function linesOf({ failures }: StepResult, placed: (text: string, place: Place | undefined) => string): string[] {
  return failures.flatMap(({ message, details, place }) => [
    `    ${placed(message, place)}`,
    ...details.map((each) => `      ${each}`),
  ]);
}
