import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { AcceptedTexts } from './generated/accepted-texts.js';
import { withoutConsequences } from './consequences.js';
import { HelperFailed } from '../../base/helper/helper-process.js';
import { helperFailure } from '../../base/helper/failure.js';
import type { Answer, ServerError } from '../../base/helper/protocol.js';
import type { Helper } from '../../base/helper/helper.js';

/** An object about which the API server is asked. */
export interface Subject {
  /** Its name in messages, such as the path of its file. */
  readonly name: string;
  readonly text: string;
  /** The CRD of its kind, if it is a custom resource. */
  readonly crd?: string | undefined;
  /** Returns the diagnostics for the errors of the API server. */
  readonly explain: (errors: readonly ServerError[]) => readonly Diagnostic[] | Promise<readonly Diagnostic[]>;
}

/** Problems with a question that are reported elsewhere, or are not problems of the project. */
const withoutVerdict = new Set(['unknown-kind', 'not-validated', 'not-served', 'invalid-yaml', 'invalid-crd']);

/** Problems with a single question: the helper gave up, or the code of the API server failed. */
const givenUp: ReadonlySet<string> = new Set(['timeout', 'memory', 'too-large', 'internal']);

/** Returns the problem of an answer that has no verdict, because the helper gave up; undefined for other answers. */
export function missingVerdict(object: string, { problem }: Answer): Diagnostic | undefined {
  if (problem === undefined || !givenUp.has(problem.code)) return undefined;
  return diagnostic('no-verdict', { object, reason: problem.message });
}

/** Returns what the API server would reject. It is not asked again about objects that it has accepted before. */
export async function rejections(
  helper: Helper,
  subjects: readonly Subject[],
  accepted: AcceptedTexts,
): Promise<readonly Diagnostic[]> {
  const asked = subjects.filter((each) => !accepted.has(keyOf(each)));
  if (asked.length === 0) return [];
  try {
    const answers = await Promise.all(asked.map((each) => answerOn(helper, each)));
    const refused = new Set(asked.filter((_, index) => !isAccepted(answers[index]!)));
    accepted.keep(subjects.filter((each) => !refused.has(each)).map(keyOf));
    const found: Diagnostic[] = [];
    // One after the other, because explanations share the number of questions that they can ask.
    for (const [index, { name, explain }] of asked.entries()) {
      const missing = missingVerdict(name, answers[index]!);
      found.push(
        ...(missing === undefined ? await explain(withoutConsequences(answers[index]!.errors ?? [])) : [missing]),
      );
    }
    return found;
  } catch (error) {
    return [helperFailure(error)];
  }
}

function isAccepted({ errors = [], problem }: Answer): boolean {
  return errors.length === 0 && (problem === undefined || withoutVerdict.has(problem.code));
}

async function answerOn(helper: Helper, { text, crd }: Subject): Promise<Answer> {
  const crds = crd === undefined ? {} : { crds: [crd] };
  const answer = await helper.ask({ operation: 'object', object: text, ...crds });
  const { problem } = answer;
  if (problem === undefined || withoutVerdict.has(problem.code) || givenUp.has(problem.code)) return answer;
  throw new HelperFailed(problem.message);
}

function keyOf({ text, crd = '' }: Subject): string {
  return `${text.length} ${text}${crd}`;
}
