import { schemaRules } from './compare-schemas.js';
import { kindRemoved, kindRules } from './kind-rules.js';
import { unknownCause } from './unknown-cause.js';
import { versionRules } from './version-rules.js';

/** The names of all changes that can be reported. */
export const changeIds: ReadonlySet<string> = new Set(
  [...schemaRules, ...versionRules, ...kindRules, kindRemoved, unknownCause].map(({ id }) => id),
);
