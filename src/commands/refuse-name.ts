import { type NameKind, nameRules } from '../project/naming.js';

/** Accepts the answers that are names of this kind, and says what the rule is. */
export function refuseName(kind: NameKind): (answer: string) => string | undefined {
  const { accepts, rule } = nameRules[kind];
  return (answer) => (accepts(answer) ? undefined : `Not accepted: ${rule}`);
}
