import { HelperFailed } from '../../../base/helper/helper-process.js';
import type { Answer, Question } from '../../../base/helper/protocol.js';
import type { Helper } from '../../../base/helper/helper.js';

/** Asks the helper a limited number of questions. Limits are counts, so that the same run has the same outcome. */
export interface Asker {
  /**
   * Returns the answer; undefined if no more questions are allowed, or if the helper has failed.
   * @param cost how long the answer takes in comparison with others
   */
  ask(question: Question, cost: number): Promise<Answer | undefined>;
  /** Returns an asker with a limit of its own, whose questions count here too. */
  within(questions: number): Asker;
  /** Reports whether a question was too expensive for what is left. */
  isSpent(): boolean;
}

/** Returns an asker for questions that cost no more than this together. */
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
          // What is known stays, without what more trials would tell.
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
