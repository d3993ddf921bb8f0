import { brokenRule, type NameKind } from '../../project/naming.js';

/** Returns a check for answers that must be valid names. It explains the broken rule. */
export function refuseName(kind: NameKind): (answer: string) => string | undefined {
  return (answer) => {
    const broken = brokenRule(kind, answer);
    if (broken === undefined) return undefined;
    const { rule, instead } = broken;
    return `Not accepted: ${rule}${instead === undefined ? '' : `; for example ${instead}`}`;
  };
}
