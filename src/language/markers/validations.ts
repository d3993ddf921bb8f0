import { celName, countOf } from '../../base/model/cel.js';
import type { Schema, Validation } from '../../base/model/schema.js';
import { boolean, choice, object, string } from './argument.js';
import { schemaMarker, type MarkerRefusal } from './marker.js';

const fieldNames = [{ name: 'fields', argument: string, rest: true }] as const;

type CelRule = Pick<Validation, 'rule' | 'cost'>;

/**
 * Requires the previous value. The API server's estimate of a comparison grows with the size of the value, but that of a
 * search in a list only with the length of the list.
 */
const unchanged: Omit<Validation, 'message'> = {
  rule: 'self == oldSelf',
  cost: { fixed: 2, compares: true },
  ofAnySize: { rule: 'self in [oldSelf]', cost: { fixed: 13 } },
};

/** A marker that limits how many fields are present: the limit, its rule and its message. */
interface Presence {
  readonly least: 0 | 1;
  readonly most: (fields: readonly string[]) => number;
  readonly rule: (present: readonly string[]) => CelRule;
  readonly message: string;
}

const presences = {
  AtMostOneOf: {
    least: 0,
    most: () => 1,
    rule: (present) => countRule(present, '<= 1'),
    message: 'at most one of the fields in [] may be set',
  },
  ExactlyOneOf: {
    least: 1,
    most: () => 1,
    rule: (present) => countRule(present, '== 1'),
    message: 'exactly one of the fields in [] must be set',
  },
  AtLeastOneOf: {
    least: 1,
    most: ({ length }) => length,
    rule: (present) => ({ rule: present.join(' || '), cost: { fixed: present.length } }),
    message: 'at least one of the fields in [] must be set',
  },
} as const satisfies Readonly<Record<string, Presence>>;

/** The name of a marker that limits how many fields are present. */
export type PresenceMarker = keyof typeof presences;

/** Returns the marker that adds a rule with a message, and its fields; undefined if none does. */
export function presenceMarkerOf(
  rule: string,
  message: string,
): { readonly name: PresenceMarker; readonly fields: readonly string[] } | undefined {
  for (const name of Object.keys(presences) as PresenceMarker[]) {
    const presence: Presence = presences[name];
    const [before, after] = presence.message.split('[]') as [string, string];
    if (!message.startsWith(`${before}[`) || !message.endsWith(`]${after}`)) continue;
    const fields = message.slice(before.length + 1, -after.length - 1).split(' ');
    const present = fields.map((each) => `has(self.${celName(each)})`);
    if (presence.rule(present).rule === rule) return { name, fields };
  }
  return undefined;
}

/** Returns the function that adds a rule on how many of some optional fields are present. */
function presenceRule(name: PresenceMarker): (schema: Schema, fields: readonly string[]) => MarkerRefusal | undefined {
  return (schema, fields) => addPresenceRule(schema, fields, presences[name]);
}

/** Adds a rule on how many of some optional fields are present; returns a refusal if the rule makes no sense. */
function addPresenceRule(
  schema: Schema,
  fields: readonly string[],
  { least, most, rule, message }: Presence,
): MarkerRefusal | undefined {
  const refuse = (reason: string, instead: string): MarkerRefusal => ({ reason, instead });
  const optional = (schema.properties ?? []).filter(({ required }) => !required).map(({ name }) => name);
  const known =
    optional.length === 0 ? 'the object has no optional fields' : `its optional fields are ${optional.join(', ')}`;
  if (fields.length < 2) return refuse('it names fewer than two fields', `name two fields or more; ${known}`);
  const repeated = fields.find((each, index) => fields.indexOf(each) < index);
  if (repeated !== undefined) return refuse(`it names ${repeated} twice`, `name each field once; ${known}`);
  const present: string[] = [];
  for (const field of fields) {
    if (field.includes('.')) return refuse(`${field} is a path`, `name fields of the object itself; ${known}`);
    const property = schema.properties?.find(({ name }) => name === field);
    if (property === undefined) return refuse(`there is no field ${field}`, `name a field of the object; ${known}`);
    if (property.required) {
      return refuse(`${field} is required, and so always set`, `make it optional: ${field}?: ...`);
    }
    if ((property.schema.default ?? null) !== null) {
      return refuse(`${field} has a default, and so is always set`, `remove the default of ${field}: ${field}?: ...`);
    }
    const name = celName(field);
    if (name === undefined) {
      return refuse(
        `CEL has no name for ${field}`,
        'rename the field: letters, digits, underscores, dots, dashes and slashes, no digit first',
      );
    }
    present.push(`has(self.${name})`);
  }
  const validation = { ...rule(present), message: message.replace('[]', `[${fields.join(' ')}]`) };
  schema.validations = [...(schema.validations ?? []), validation];
  schema.choices = [...(schema.choices ?? []), { fields, least, most: most(fields) }];
  return undefined;
}

/** Returns a rule that compares the number of fields that are present. */
function countRule(present: readonly string[], comparison: string): CelRule {
  return { rule: `${countOf(present)} ${comparison}`, cost: { fixed: 2 * present.length } };
}

/** The fields of a CEL rule. */
export const validationFields = {
  rule: { argument: string, summary: 'The expression; `self` is the value, `oldSelf` the previous value.' },
  message: { argument: string, optional: true, summary: 'The message for a value that violates the rule.' },
  messageExpression: {
    argument: string,
    optional: true,
    summary: 'A CEL expression that returns the message.',
  },
  reason: {
    argument: choice('FieldValueRequired', 'FieldValueInvalid', 'FieldValueForbidden', 'FieldValueDuplicate'),
    optional: true,
    summary: 'The reason in the response of the API server.',
  },
  fieldPath: {
    argument: string,
    optional: true,
    summary: 'The path of the field in the response, such as `.spec.x`.',
  },
  optionalOldSelf: {
    argument: boolean,
    optional: true,
    summary: 'Applies the rule to new values as well; `oldSelf` is then a CEL optional.',
  },
} as const;

export const validationMarkers = [
  schemaMarker({
    name: 'XValidation',
    summary: 'Adds a validation rule in CEL.',
    kubebuilder: ['kubebuilder:validation:XValidation'],
    emits: ['x-kubernetes-validations'],
    target: 'any',
    repeatable: true,
    parameters: [
      {
        name: 'validation',
        argument: object(validationFields),
      },
    ],
    apply: (schema, [validation]) => void (schema.validations = [...(schema.validations ?? []), validation]),
  }),
  schemaMarker({
    name: 'Immutable',
    summary: 'Rejects changes to the field, and its removal, once it is set.',
    kubebuilder: ['k8s:immutable'],
    emits: ['x-kubernetes-validations'],
    target: 'any',
    parameters: [],
    apply: (schema) => {
      const validation = { ...unchanged, message: 'field is immutable' };
      schema.validations = [...(schema.validations ?? []), validation];
    },
    inParent: ({ name, required }) => {
      const field = celName(name);
      if (required || field === undefined) return [];
      const rule = `!has(oldSelf.${field}) || has(self.${field})`;
      return [{ rule, message: `field ${name} is immutable once set`, cost: { fixed: 3 } }];
    },
  }),
  schemaMarker({
    name: 'AtMostOneOf',
    summary: 'Requires at most one of these optional fields to be set.',
    kubebuilder: ['kubebuilder:validation:AtMostOneOf'],
    emits: ['x-kubernetes-validations'],
    target: 'object',
    repeatable: true,
    parameters: fieldNames,
    apply: presenceRule('AtMostOneOf'),
  }),
  schemaMarker({
    name: 'ExactlyOneOf',
    summary: 'Requires exactly one of these optional fields to be set.',
    kubebuilder: ['kubebuilder:validation:ExactlyOneOf'],
    emits: ['x-kubernetes-validations'],
    target: 'object',
    repeatable: true,
    parameters: fieldNames,
    apply: presenceRule('ExactlyOneOf'),
  }),
  schemaMarker({
    name: 'AtLeastOneOf',
    summary: 'Requires at least one of these optional fields to be set.',
    kubebuilder: ['kubebuilder:validation:AtLeastOneOf'],
    emits: ['x-kubernetes-validations'],
    target: 'object',
    repeatable: true,
    parameters: fieldNames,
    apply: presenceRule('AtLeastOneOf'),
  }),
];
