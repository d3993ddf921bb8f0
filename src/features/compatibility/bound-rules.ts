import { numberAt, own } from '../../base/model/json-at.js';
import type { Difference, SchemaRule } from './change.js';
import type { CrdSchema } from '../../base/crd/crd.js';

/** Upper bounds: a lower one is narrower. */
const upper = ['maximum', 'maxLength', 'maxItems', 'maxProperties'] as const;
/** Lower bounds: a higher one is narrower. */
const lower = ['minimum', 'minLength', 'minItems', 'minProperties'] as const;

/** Bounds that became narrower. A wider bound breaks no one. */
export const boundRules: readonly SchemaRule[] = [
  ...upper.map((keyword) => bound(keyword, 'lowered', 'lower', (before, after) => after < before)),
  ...lower.map((keyword) => bound(keyword, 'raised', 'higher', (before, after) => after > before)),
  exclusive('maximum', 'exclusiveMaximum'),
  exclusive('minimum', 'exclusiveMinimum'),
  {
    id: 'multiple-of-narrowed',
    what: 'fewer numbers are allowed by multipleOf',
    breaks: 'ratcheted',
    find: (before, after) => {
      const [old, now] = [numberAt(before, 'multipleOf'), numberAt(after, 'multipleOf')];
      if (now === undefined || (old !== undefined && isMultiple(old, now))) return undefined;
      return { before: old, after: now, keyword: '.multipleOf' };
    },
  },
];

function bound(
  keyword: string,
  change: 'lowered' | 'raised',
  than: 'lower' | 'higher',
  isNarrower: (before: number, after: number) => boolean,
): SchemaRule {
  return {
    id: `${kebab(keyword)}-${change}`,
    what: `${keyword} is ${than}`,
    breaks: 'ratcheted',
    find: (before, after) => {
      const [old, now] = [numberAt(before, keyword), numberAt(after, keyword)];
      if (now === undefined || now === noBound[keyword]) return undefined;
      if (old !== undefined && !isNarrower(old, now)) return undefined;
      return { before: old, after: now, keyword: `.${keyword}` };
    },
  };
}

/** Bounds that every value satisfies. */
const noBound: Readonly<Record<string, number>> = { minLength: 0, minItems: 0, minProperties: 0 };

/** The bound has the same value, but the value itself is no longer valid. */
function exclusive(limit: 'maximum' | 'minimum', keyword: string): SchemaRule {
  return {
    id: `${kebab(keyword)}-added`,
    what: `the ${limit} itself is no longer allowed`,
    breaks: 'ratcheted',
    find: (before, after): Difference | undefined => {
      const isSameLimit = numberAt(before, limit) !== undefined && numberAt(before, limit) === numberAt(after, limit);
      if (!isSameLimit || !isSet(after, keyword) || isSet(before, keyword)) return undefined;
      return { before: false, after: true, keyword: `.${keyword}` };
    },
  };
}

function isSet(schema: CrdSchema, keyword: string): boolean {
  return own(schema, keyword) === true;
}

function isMultiple(value: number, factor: number): boolean {
  // The API server truncates a factor that it compares with an integer.
  if (Number.isInteger(value) && !Number.isInteger(factor)) return false;
  const quotient = value / factor;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9;
}

function kebab(keyword: string): string {
  return keyword.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
