import { celLiteral, countOf } from '../../base/model/cel.js';
import { compilePattern } from '../../base/values/pattern.js';
import type { JsonValue, Schema, Validation } from '../../base/model/schema.js';
import { markers } from './argument.js';
import { schemaMarker } from './marker.js';

/** Yields the schema of map keys as rules over all keys, because a structural schema has no keyword for it. */
function* keyRules({ minLength, maxLength, pattern, enum: values }: Schema): Generator<Validation> {
  if (minLength !== undefined)
    yield { ...leastLength(minLength), message: `keys have ${minLength} characters or more` };
  if (maxLength !== undefined) {
    yield { ...everyKey(`size(key) <= ${maxLength}`, 3), message: `keys have ${maxLength} characters or fewer` };
  }
  if (pattern !== undefined) {
    const rule = everyKey(`key.matches(${celLiteral(pattern)})`, 1 + Math.ceil(Array.from(pattern).length / 4));
    yield { ...rule, message: `keys must match ${pattern}` };
  }
  if (values !== undefined) {
    yield { ...onlyKeys([...new Set(values)]), message: `keys must be one of ${celLiteral(values)}` };
  }
}

type CelRule = Pick<Validation, 'rule' | 'cost'>;

/** Returns a rule for each key. @param cost the cost of the condition for one key */
function everyKey(condition: string, cost: number): CelRule {
  return { rule: `self.all(key, ${condition})`, cost: { fixed: 2, perEntry: cost + 3 } };
}

function leastLength(length: number): CelRule {
  return length === 1 ? { rule: '!("" in self)', cost: { fixed: 3 } } : everyKey(`size(key) >= ${length}`, 3);
}

/** Maximum number of terms of a sum: the API server limits how deep an expression nests. */
const mostTerms = 64;

/** Returns a rule that allows only some keys. It looks each of them up, so its cost does not depend on the map. */
function onlyKeys(keys: readonly JsonValue[]): CelRule {
  if (keys.length > mostTerms) {
    const rule = `${celLiteral(keys)}.filter(key, key in self).size() == size(self)`;
    return { rule, cost: { fixed: 25 + 16 * keys.length } };
  }
  const count = countOf(keys.map((each) => `${celLiteral(each)} in self`));
  return { rule: `${count} == size(self)`, cost: { fixed: 2 + 3 * keys.length } };
}

const keyKeywords = new Set(['type', 'minLength', 'maxLength', 'pattern', 'enum', 'origins']);

export const partMarkers = [
  schemaMarker({
    name: 'Items',
    summary: 'Applies markers to the items of a list. Nest it to reach the items of a list of lists.',
    kubebuilder: [
      'kubebuilder:validation:items:Enum',
      'kubebuilder:validation:items:ExclusiveMaximum',
      'kubebuilder:validation:items:ExclusiveMinimum',
      'kubebuilder:validation:items:Format',
      'kubebuilder:validation:items:MaxItems',
      'kubebuilder:validation:items:MaxLength',
      'kubebuilder:validation:items:MaxProperties',
      'kubebuilder:validation:items:Maximum',
      'kubebuilder:validation:items:MinItems',
      'kubebuilder:validation:items:MinLength',
      'kubebuilder:validation:items:MinProperties',
      'kubebuilder:validation:items:Minimum',
      'kubebuilder:validation:items:MultipleOf',
      'kubebuilder:validation:items:Pattern',
      'kubebuilder:validation:items:Type',
      'kubebuilder:validation:items:XEmbeddedResource',
      'kubebuilder:validation:items:XPreserveUnknownFields',
      'kubebuilder:validation:items:XValidation',
    ],
    emits: ['items'],
    target: 'array',
    parameters: [{ name: 'markers', argument: markers('items'), rest: true }],
    apply: (schema, changes) => {
      schema.items = { ...schema.items };
      for (const change of changes) change(schema.items);
    },
  }),
  schemaMarker({
    name: 'Values',
    summary: 'Applies markers to the values of a record.',
    kubebuilder: [],
    emits: ['additionalProperties'],
    target: 'record',
    parameters: [{ name: 'markers', argument: markers('values'), rest: true }],
    apply: (schema, changes) => {
      schema.additionalProperties = { ...schema.additionalProperties };
      for (const change of changes) change(schema.additionalProperties);
    },
  }),
  schemaMarker({
    name: 'Keys',
    summary: 'Applies markers to the keys of a record: lengths, a pattern or an enum. They become CEL rules.',
    kubebuilder: [],
    emits: ['x-kubernetes-validations'],
    target: 'record',
    parameters: [{ name: 'markers', argument: markers('keys'), rest: true }],
    apply: (schema, changes) => {
      const key: Schema = { type: 'string' };
      for (const change of changes) change(key);
      const other = Object.keys(key).find((keyword) => !keyKeywords.has(keyword));
      if (other !== undefined) {
        return {
          reason: `${other} cannot be applied to keys`,
          instead: "write MinLength, MaxLength, Pattern or Enum: @Keys(MaxLength(63), Pattern('^[a-z]+$'))",
        };
      }
      const number = key.enum?.find((each) => typeof each !== 'string');
      if (number !== undefined) {
        const shown = celLiteral(number);
        return { reason: `${shown} is not a key: all keys are strings`, instead: `write the text: '${shown}'` };
      }
      const pattern = key.pattern === undefined ? undefined : compilePattern(key.pattern);
      if (pattern && 'problem' in pattern) {
        return {
          reason: `${key.pattern} is not a valid RE2 pattern: ${pattern.problem}`,
          instead: 'write it without look-ahead and back-references: https://github.com/google/re2/wiki/Syntax',
        };
      }
      schema.validations = [...(schema.validations ?? []), ...keyRules(key)];
      schema.keys = [...(schema.keys ?? []), key];
      return undefined;
    },
  }),
];
