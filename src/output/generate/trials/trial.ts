import { emitCrd } from '../../emit/crd.js';
import type { Kind, KindVersion } from '../../../base/model/kind.js';
import type { RuleCost, ServerError } from '../../../base/helper/protocol.js';
import type { Asker } from './asker.js';

/** Questions about changed forms of one version of a kind. The answers are undefined when no more can be asked. */
export interface Trial {
  /** Returns what the API server would refuse. */
  readonly errors: (version: KindVersion) => Promise<readonly ServerError[] | undefined>;
  /** Returns the estimated costs of all rules. */
  readonly costs: (version: KindVersion) => Promise<readonly RuleCost[] | undefined>;
}

/**
 * Returns trials of a kind. Each version is tried alone and without descriptions, which makes answers quicker. The paths
 * of the errors differ in the beginning.
 */
export function trialOf(kind: Kind, asker: Asker): Trial {
  const textOf = (version: KindVersion): string => {
    const alone = { ...version, served: true, storage: true };
    return emitCrd({ ...kind, versions: [alone] }, '0.0.0', { descriptions: 'drop' }).text;
  };
  return {
    errors: async (version) => {
      const answer = await asker.ask({ operation: 'object', object: textOf(version) });
      return answer === undefined || answer.problem !== undefined ? undefined : (answer.errors ?? []);
    },
    costs: async (version) => (await asker.ask({ operation: 'costs', object: textOf(version) }))?.costs,
  };
}
