import { posix } from 'node:path';
import * as v from 'valibot';
import { Document, isCollection, isMap, isSeq, LineCounter } from 'yaml';
import { isAboutRun } from '../../../base/diagnostics/about-run.js';
import { diagnostic, DiagnosticsError, type Diagnostic, type Position } from '../../../base/diagnostics/diagnostic.js';
import type { Host } from '../../../base/io/host.js';
import { lineEndOf, placeOf } from '../../../base/text/text.js';
import { isYamlProblem, yamlDocument } from '../../../base/text/yaml-documents.js';
import { defined } from '../../../base/model/defined.js';
import { pathProblem } from '../../../output/plan/path-problem.js';
import { shapeProblem } from '../../../project/shape-problem.js';
import { positionAt, positionsIn } from '../../../project/yaml-position.js';
import type { KnownProblem } from './baseline.js';

/** A baseline as read. */
export interface Baseline {
  readonly file: string;
  readonly text: string;
  readonly document: Document;
  readonly entries: readonly KnownProblem[];
  /** Returns the position of an entry. */
  readonly at: (index: number) => Position;
}

const header = ` Known problems, which operator-gen check counts but does not report. It removes those that are fixed.
 To explain why one stays, add a reason to it.`;

const shape = v.strictObject({
  problems: v.array(
    v.strictObject({
      code: v.string(),
      file: v.optional(v.string()),
      message: v.string(),
      values: v.optional(v.string()),
      against: v.optional(v.string()),
      count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
      reason: v.optional(v.string()),
    }),
  ),
});

/**
 * Reads the baseline of a project; undefined if there is none.
 * @throws DiagnosticsError with every problem, each at its position in the file
 */
export function readBaseline(host: Host, root: string, file: string): Baseline | undefined {
  const problem = pathProblem(host, root, file);
  if (problem !== undefined) throw new DiagnosticsError(problem);
  const text = host.read(posix.join(root, file));
  return text === undefined ? undefined : parseBaseline(file, text);
}

/**
 * Parses a baseline.
 * @throws DiagnosticsError
 */
export function parseBaseline(file: string, text: string): Baseline {
  const lines = new LineCounter();
  const document = yamlDocument(text, { lineCounter: lines });
  const invalid = (reason: string, at: Position): Diagnostic => diagnostic('invalid-baseline', { file, reason }, at);
  if (isYamlProblem(document))
    throw new DiagnosticsError(invalid(document.message, { file, ...placeOf(text, document.offset) }));
  const [broken] = document.errors;
  if (broken !== undefined) {
    const at = positionAt(file, lines, broken.pos[0]);
    // The position is not repeated in the message.
    throw new DiagnosticsError(invalid(broken.message.split(' at line ', 1)[0]!, at));
  }
  const at = positionsIn(file, document, lines);
  if (!isMap(document.contents)) throw new DiagnosticsError(invalid('it has no list of problems', at()));
  const parsed = v.safeParse(shape, document.toJS());
  if (!parsed.success) {
    throw new DiagnosticsError(
      ...parsed.issues.map((issue) => {
        const { path, subject, reason } = shapeProblem(issue);
        return invalid(`${subject} ${reason}`, at(...path));
      }),
    );
  }
  const entries = parsed.output.problems;
  const always = entries.flatMap(({ code }, index) =>
    isAboutRun(code)
      ? [invalid(`${code} is about the run, so it is always reported`, at('problems', index, 'code'))]
      : [],
  );
  if (always.length > 0) throw new DiagnosticsError(...always);
  return { file, text, document, entries, at: (index) => at('problems', index) };
}

/** Prints a baseline, with one line for each problem, sorted. */
export function printBaseline(entries: readonly KnownProblem[]): string {
  const keyOf = ({ file = '', code, message, values = '' }: KnownProblem): string =>
    `${file}\n${code}\n${message}\n${values}`;
  const sorted = entries.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const document = new Document({
    problems: sorted.map(({ code, file, message, values, against, count, reason }) =>
      defined({ code, file, message, values, against, count, reason }),
    ),
  });
  document.commentBefore = header;
  const problems = document.get('problems');
  if (isSeq(problems)) for (const each of problems.items) if (isCollection(each)) each.flow = true;
  return document.toString({ lineWidth: 0 });
}

/**
 * Returns the text of a baseline with fewer problems. Comments and formatting stay.
 * @param left number of problems of each entry that stay
 */
export function shrinkBaseline({ document, entries, text }: Baseline, left: readonly number[]): string {
  const smaller = document.clone();
  const problems = smaller.get('problems');
  // The package treats the comment above the first entry as one of the list.
  if (isSeq(problems) && left[0] === 0) problems.commentBefore = null;
  for (const [index, { count = 1 }] of [...entries.entries()].toReversed()) {
    const stays = left[index]!;
    if (stays === 0) smaller.deleteIn(['problems', index]);
    else if (stays === 1 && count > 1) smaller.deleteIn(['problems', index, 'count']);
    else if (stays < count) smaller.setIn(['problems', index, 'count'], stays);
  }
  return smaller.toString({ lineWidth: 0 }).replaceAll(/\r?\n/g, lineEndOf(text));
}
