import { HelperFailed } from '../../../base/helper/helper-process.js';
import type { Answer, Question } from '../../../base/helper/protocol.js';
import type { Helper } from '../../../base/helper/helper.js';

/** Asks the helper a limited number of questions. Limits are counts, so that the same run has the same outcome. */
export interface Asker {
  /**
   * Returns the answer; undefined if no more questions are allowed, or if the helper has failed.
   * @param cost the relative duration of the answer
   */
  ask(question: Question, cost: number): Promise<Answer | undefined>;
  /** Returns an asker with a separate limit, whose questions also count here. */
  within(questions: number): Asker;
  /** Reports whether a question exceeded the remaining budget. */
  isSpent(): boolean;
}

/** Returns an asker for questions whose total cost does not exceed a limit. */
export function limitedAsker(helper: Helper, most: number): Asker {
  let left = most;
  const asker = (allowed: number): Asker => {
    let questions = allowed;
    return {
      ask: async (question, cost) => {
        if (questions < 1 || left < 0) return undefined;
        questions -= 1;
        left -= cost;
        try {
          return left < 0 ? undefined : await helper.ask(question);
        } catch (error) {
          if (!(error instanceof HelperFailed)) throw error;
          // Known results are kept; more trials are not made.
          questions = 0;
          return undefined;
        }
      },
      within: (limit) => asker(limit),
      isSpent: () => left < 0,
    };
  };
  return asker(Infinity);
}
