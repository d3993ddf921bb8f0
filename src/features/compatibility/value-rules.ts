import { numberAt, objectsAt, own, textAt } from '../../base/model/json-at.js';
import type { JsonValue } from '../../base/model/schema.js';
import { isFormatOfTexts } from '../../base/values/formats.js';
import type { SchemaRule } from './change.js';
import type { CrdSchema } from '../../base/crd/crd.js';
import { isEqual, without } from '../../base/crd/equal.js';
import { canonicalSchema } from './same-schema.js';

/** Types, formats, patterns, enums and rules: the constraints on a value. */
export const valueRules: readonly SchemaRule[] = [
  {
    id: 'type-changed',
    what: 'the type is different',
    breaks: 'writers',
    find: (before, after) => (isTypeWider(before, after) ? undefined : typeChange(before, after)),
  },
  {
    id: 'type-widened',
    what: 'values of other types are allowed',
    breaks: 'readers',
    find: (before, after) => (isTypeWider(before, after) ? typeChange(before, after) : undefined),
  },
  {
    id: 'format-changed',
    what: 'the API server validates a different format',
    breaks: 'ratcheted',
    find: (before, after) => {
      const [old, now] = [textAt(before, 'format'), textAt(after, 'format')];
      if (old === now || !isFormatOfTexts(now)) return undefined;
      return { before: old || undefined, after: now, keyword: '.format' };
    },
  },
  {
    id: 'number-format-narrowed',
    what: 'the format holds fewer numbers',
    breaks: 'ratcheted',
    find: (before, after) => {
      const [old, now] = [textAt(before, 'format'), textAt(after, 'format')];
      if (now !== 'int32' || old === now || isWithinInt32(before)) return undefined;
      return { before: old || undefined, after: now, keyword: '.format' };
    },
  },
  {
    id: 'number-format-widened',
    what: 'the format holds numbers that clients cannot hold',
    breaks: 'readers',
    find: (before, after) => {
      const [old, now] = [textAt(before, 'format'), textAt(after, 'format')];
      const isNarrow = (old === 'int32' && !isWithinInt32(after)) || old === 'float';
      if (!isNarrow || old === now || typeOf(before) !== typeOf(after)) return undefined;
      return { before: old, after: now || undefined, keyword: '.format' };
    },
  },
  {
    id: 'pattern-changed',
    what: 'the pattern is different',
    breaks: 'ratcheted',
    find: (before, after) => {
      const [old, now] = [textAt(before, 'pattern'), textAt(after, 'pattern')];
      return now === '' || old === now ? undefined : { before: old || undefined, after: now, keyword: '.pattern' };
    },
  },
  {
    id: 'enum-narrowed',
    what: 'values were removed from the enum',
    breaks: 'ratcheted',
    find: (before, after) => {
      const [old, now] = [valuesIn(before), valuesIn(after)];
      if (now === undefined) return undefined;
      if (old === undefined) return { after: now, keyword: '.enum' };
      const removed = without(old, now);
      return removed.length === 0 ? undefined : { before: removed, keyword: '.enum' };
    },
  },
  {
    id: 'enum-widened',
    what: 'clients get values that the enum did not have',
    breaks: 'readers',
    severity: 'warning',
    find: (before, after) => {
      const [old, now] = [valuesIn(before), valuesIn(after)];
      if (old === undefined) return undefined;
      if (now === undefined) return { before: old, keyword: '.enum' };
      const added = without(now, old);
      return added.length === 0 ? undefined : { after: added, keyword: '.enum' };
    },
  },
  {
    id: 'nullable-removed',
    what: 'null is removed',
    breaks: 'stored-objects',
    find: (before, after) => {
      if (!isSet(before, 'nullable') || isSet(after, 'nullable')) return undefined;
      return { before: true, after: false, keyword: '.nullable' };
    },
  },
  {
    id: 'nullable-added',
    what: 'clients can get null',
    breaks: 'readers',
    severity: 'warning',
    find: (before, after) => {
      if (isSet(before, 'nullable') || !isSet(after, 'nullable')) return undefined;
      return { before: false, after: true, keyword: '.nullable' };
    },
  },
  {
    id: 'rule-added',
    what: 'values must satisfy an additional rule',
    breaks: 'ratcheted',
    find: (before, after) => addedRules(before, after, (text) => !isTransition(text)),
  },
  {
    id: 'transition-rule-added',
    what: 'updates must satisfy an additional rule',
    breaks: 'writers',
    find: (before, after) => addedRules(before, after, isTransition),
  },
  {
    id: 'all-of-added',
    what: 'values must satisfy an additional schema of allOf',
    breaks: 'ratcheted',
    find: (before, after) => addedSchemas(before, after, 'allOf'),
  },
  {
    id: 'any-of-narrowed',
    what: 'anyOf has fewer or different schemas',
    breaks: 'ratcheted',
    find: (before, after) => {
      const [old, now] = [schemasIn(before, 'anyOf'), schemasIn(after, 'anyOf')];
      if (now.length === 0) return undefined;
      const removed = without(old, now);
      if (old.length > 0 && removed.length === 0) return undefined;
      return { ...(old.length > 0 && { before: removed }), after: now, keyword: '.anyOf' };
    },
  },
  {
    id: 'one-of-changed',
    what: 'oneOf has different schemas',
    breaks: 'ratcheted',
    find: (before, after) => {
      const [old, now] = [schemasIn(before, 'oneOf'), schemasIn(after, 'oneOf')];
      const isSame = without(old, now).length === 0 && without(now, old).length === 0;
      if (now.length === 0 || isSame) return undefined;
      return { ...(old.length > 0 && { before: old }), after: now, keyword: '.oneOf' };
    },
  },
  {
    id: 'not-changed',
    what: 'values must not satisfy an additional schema',
    breaks: 'ratcheted',
    find: (before, after) => {
      const [old, now] = [own(canonicalSchema(before), 'not'), own(canonicalSchema(after), 'not')];
      return now === undefined || isEqual(old, now) ? undefined : { before: old, after: now, keyword: '.not' };
    },
  },
];

const intOrString = 'int-or-string';

/** Returns the type of values; empty for those of any type. */
export function typeOf(schema: CrdSchema): string {
  return isSet(schema, 'x-kubernetes-int-or-string') ? intOrString : textAt(schema, 'type');
}

const wider: Readonly<Record<string, readonly string[]>> = {
  integer: ['number', intOrString],
  string: [intOrString],
};

function isTypeWider(before: CrdSchema, after: CrdSchema): boolean {
  const [old, now] = [typeOf(before), typeOf(after)];
  return old !== now && (now === '' || wider[old]?.includes(now) === true);
}

function typeChange(before: CrdSchema, after: CrdSchema) {
  const [old, now] = [typeOf(before), typeOf(after)];
  return old === now ? undefined : { before: old || undefined, after: now || undefined, keyword: '.type' };
}

/** Reports whether the bounds of a number exclude all values that do not fit into 32 bits. */
function isWithinInt32(schema: CrdSchema): boolean {
  const [least = -Infinity, most = Infinity] = [numberAt(schema, 'minimum'), numberAt(schema, 'maximum')];
  return least >= -(2 ** 31) && most < 2 ** 31;
}

function valuesIn(schema: CrdSchema): readonly JsonValue[] | undefined {
  const values = own(schema, 'enum');
  return Array.isArray(values) ? (values as readonly JsonValue[]) : undefined;
}

/** Returns the schemas of a keyword in a comparable form. */
function schemasIn(schema: CrdSchema, keyword: string): readonly CrdSchema[] {
  return objectsAt(canonicalSchema(schema), keyword);
}

function addedSchemas(before: CrdSchema, after: CrdSchema, keyword: string) {
  const found = without(schemasIn(after, keyword), schemasIn(before, keyword));
  return found.length === 0 ? undefined : { after: found, keyword: `.${keyword}` };
}

const rules = 'x-kubernetes-validations';

function addedRules(before: CrdSchema, after: CrdSchema, isConcerned: (text: string) => boolean) {
  const old = new Set(objectsAt(before, rules).map(ruleOf));
  return objectsAt(after, rules).flatMap((each, index) => {
    const rule = textAt(each, 'rule');
    if (old.has(ruleOf(each)) || !isConcerned(rule)) return [];
    return [{ after: rule, keyword: `.${rules}[${index}].rule` }];
  });
}

/** Returns the requirement of a rule, without its messages, which can change. */
function ruleOf(validation: CrdSchema): string {
  return JSON.stringify([textAt(validation, 'rule').trim(), own(validation, 'optionalOldSelf') === true]);
}

/** Reports whether a rule compares a value with its value before an update. */
function isTransition(rule: string): boolean {
  return /\boldSelf\b/.test(rule);
}

function isSet(schema: CrdSchema, keyword: string): boolean {
  return own(schema, keyword) === true;
}
