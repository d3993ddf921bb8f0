import { HelperFailed } from '../../../base/helper/helper.js';
import type { Answer, Question } from '../../../base/helper/protocol.js';
import type { Upstream } from '../../../base/helper/upstream.js';

/** Asks the helper a limited number of questions. Limits are counts, so that the same run has the same outcome. */
export interface Asker {
  /** Returns the answer; undefined if no more questions are allowed, or if the helper has failed. */
  ask(question: Question): Promise<Answer | undefined>;
  /** Returns an asker with a limit of its own, whose questions count here too. */
  within(questions: number): Asker;
}

/** Limits of an asker. */
export interface AskerLimits {
  readonly questions: number;
  /** Characters of all questions: how long an answer takes depends on the size of the CRD. */
  readonly characters: number;
}

export function limitedAsker(upstream: Upstream, { questions, characters }: AskerLimits): Asker {
  const left = { questions, characters };
  const ask = async (question: Question): Promise<Answer | undefined> => {
    const size = sizeOf(question);
    if (left.questions < 1 || left.characters < size) return undefined;
    left.questions -= 1;
    left.characters -= size;
    try {
      return await upstream.ask(question);
    } catch (error) {
      if (!(error instanceof HelperFailed)) throw error;
      // What is known stays, without what more trials would tell.
      left.questions = 0;
      return undefined;
    }
  };
  return { ask, within: (limit) => limited(ask, limit) };
}

function limited(outer: Asker['ask'], questions: number): Asker {
  let left = questions;
  const ask: Asker['ask'] = async (question) => {
    if (left < 1) return undefined;
    left -= 1;
    return outer(question);
  };
  return { ask, within: (limit) => limited(ask, limit) };
}

function sizeOf(question: Question): number {
  if (question.operation === 'kustomize' || question.operation === 'go') return 0;
  const { object } = question;
  const { crds = [] } = question.operation === 'object' ? question : {};
  return object.length + crds.reduce((sum, { length }) => sum + length, 0);
}
