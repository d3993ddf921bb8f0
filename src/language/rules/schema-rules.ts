import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { embeddedRules } from './embedded-rules.js';
import { extensionRules } from './extension-rules.js';
import { verifyImmutable } from './immutable-rules.js';
import { impossibleRules } from './impossible-rules.js';
import { inertRules } from './inert-rules.js';
import { listRules } from './list-rules.js';
import { structuralRules } from './structural-rules.js';
import { textRules } from './text-rules.js';
import { verifyTransitions } from './transition-rules.js';
import { valueRules } from './value-rules.js';
import { visits, type Visit } from './visit.js';

const rules = [
  ...valueRules,
  ...impossibleRules,
  ...inertRules,
  ...listRules,
  ...embeddedRules,
  ...extensionRules,
  ...structuralRules,
  ...textRules,
];

/**
 * Returns what the API server would reject in a schema and everything below it, conditions that can never be true, and
 * keywords without effect.
 */
export function verifySchema(root: Visit): readonly Diagnostic[] {
  const problems = [...visits(root)].flatMap((visit) => rules.flatMap((rule) => [...rule(visit)]));
  return [...problems, ...verifyTransitions(root), ...verifyImmutable(root)];
}
