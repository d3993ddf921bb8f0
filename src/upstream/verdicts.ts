import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import type { AcceptedTexts } from './accepted-texts.js';
import { HelperFailed } from './helper.js';
import { helperVariable } from './locate.js';
import type { ServerError } from './protocol.js';
import type { Upstream } from './upstream.js';

/** An object that the API server is asked about. */
export interface Subject {
  readonly text: string;
  /** The definition of its kind, if it is a custom resource. */
  readonly crd?: string | undefined;
  /** Returns the diagnostics for the errors of the API server. */
  readonly explain: (errors: readonly ServerError[]) => readonly Diagnostic[];
}

/** Problems with a question that are reported elsewhere, or are no problem of the project. */
const withoutVerdict = new Set(['unknown-kind', 'invalid-yaml', 'invalid-crd']);

/** Returns what the API server would reject. Objects that it has accepted before are not asked about again. */
export async function rejections(
  upstream: Upstream,
  subjects: readonly Subject[],
  accepted: AcceptedTexts,
): Promise<readonly Diagnostic[]> {
  const asked = subjects.filter((each) => !accepted.has(keyOf(each)));
  if (asked.length === 0) return [];
  try {
    const answers = await Promise.all(asked.map((each) => verdictOn(upstream, each)));
    const refused = new Set(asked.filter((_, index) => answers[index]!.length > 0));
    accepted.keep(subjects.filter((each) => !refused.has(each)).map(keyOf));
    return asked.flatMap(({ explain }, index) => explain(answers[index]!));
  } catch (error) {
    if (!(error instanceof HelperFailed)) throw error;
    return [diagnostic('upstream-failed', { reason: error.message, variable: helperVariable })];
  }
}

async function verdictOn(upstream: Upstream, { text, crd }: Subject): Promise<readonly ServerError[]> {
  const crds = crd === undefined ? {} : { crds: [crd] };
  const { errors = [], problem } = await upstream.ask({ operation: 'object', object: text, ...crds });
  if (problem !== undefined && !withoutVerdict.has(problem.code)) throw new HelperFailed(problem.message);
  return errors;
}

function keyOf({ text, crd = '' }: Subject): string {
  return `${text.length} ${text}${crd}`;
}
