import { type NameKind, nameRules } from '../project/naming.js';

/** Returns a check for answers that must be valid names, which explains the rule. */
export function refuseName(kind: NameKind): (answer: string) => string | undefined {
  const { accepts, rule } = nameRules[kind];
  return (answer) => (accepts(answer) ? undefined : `Not accepted: ${rule}`);
}
