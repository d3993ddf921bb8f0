import type { AbsentHelper } from '../diagnostics/catalogue/helper.js';
import type { Answer, Question } from './protocol.js';
import { HelperFailed, startHelper, type RunningHelper, type HelperOptions } from './helper-process.js';
import type { HelperFile } from './locate.js';

/** The API server's validation code, in a helper process that is started once for a run. */
export interface Helper {
  /** Identifies the helper, because another one can give other answers; undefined if there is no helper. */
  readonly identity: string | undefined;
  /** Why there is no helper, if that is known. */
  readonly absent?: AbsentHelper | undefined;
  /** Starts the helper, so that it is ready when the first question is asked. */
  readonly start: () => void;
  /** @throws HelperFailed */
  readonly ask: (question: Question) => Promise<Answer>;
  /** Returns the version of Kubernetes that the helper uses, such as `1.36.3`; undefined before the first answer. */
  readonly kubernetes: () => string | undefined;
  /** Reports whether a helper has started and answered, so that a failure concerns only one question. */
  readonly hasAnswered: () => boolean;
  /** Returns a helper that emulates an older minor version, such as `1.34`. */
  readonly emulating: (version: string) => Helper;
}

/**
 * Returns the API server's validation code in a helper, or one without a helper, which fails at each question.
 * @param absent the reason why there is no helper
 */
export function helperOf(file: HelperFile | undefined, options: HelperOptions = {}, absent?: AbsentHelper): Helper {
  let running: RunningHelper | undefined;
  const helper = (): RunningHelper => {
    // With --watch, a helper that has ended is started again.
    if (running === undefined || running.hasFailed()) running = startHelper(file!.path, options);
    return running;
  };
  return {
    identity: file?.identity,
    absent,
    start: () => void (file && helper()),
    ask: async (question) => {
      if (file === undefined) throw new HelperFailed('there is none', 'absent');
      return helper().ask(question);
    },
    kubernetes: () => running?.kubernetes(),
    hasAnswered: () => running?.kubernetes() !== undefined,
    emulating: (emulate) => helperOf(file, { ...options, emulate }, absent),
  };
}
