import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Bundle } from '../bundle.js';
import { bundleRules } from './bundle-rules.js';
import { csvRules } from './csv-rules.js';
import { formatRules } from './format-rules.js';
import { goodPracticeRules } from './good-practice-rules.js';
import { capabilityRules, categoryRules, hubRules } from './hub-rules.js';
import { removedApis } from './removed-apis.js';
import type { Rule } from './rule.js';
import type { OptionalSuite } from './suite-names.js';

/** Suites that every bundle must pass. */
export const requiredSuites = { format: formatRules, csv: csvRules, bundle: bundleRules } as const;

/** Suites that can be selected. */
export const optionalSuites = {
  operatorhubv2: hubRules,
  capabilities: capabilityRules,
  categories: categoryRules,
  'good-practices': goodPracticeRules,
  'alpha-deprecated-apis': [removedApis],
} as const satisfies Readonly<Record<OptionalSuite, readonly Rule[]>>;

/** Returns the problems of a bundle, without duplicates. */
export function judge(bundle: Bundle, suites: readonly (readonly Rule[])[]): readonly Diagnostic[] {
  const found = suites.flat().flatMap((rule) => rule(bundle));
  return [...new Map(found.map((each) => [JSON.stringify([each.code, each.message, each.position]), each])).values()];
}
