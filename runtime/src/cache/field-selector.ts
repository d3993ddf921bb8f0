/** Requirement of a field selector: `spec.nodeName=n1`, or `!=`. */
export interface FieldRequirement {
  readonly field: string;
  readonly value: string;
  readonly isEqual: boolean;
}

/**
 * Parses a field selector. A backslash escapes a comma, an equals sign or a backslash in a value.
 * See https://kubernetes.io/docs/concepts/overview/working-with-objects/field-selectors/
 * @throws SyntaxError if part of it is invalid
 */
export function parseFieldSelector(selector: string): FieldRequirement[] {
  return (selector.match(/(?:\\.|[^,\\])+/g) ?? [])
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const found = /^\s*([^\s=!]+)\s*(==|!=|=)((?:\\[\\,=]|[^\\,=])*)$/.exec(part);
      if (found === null) throw new SyntaxError(`"${part}" is not a field selector: write field=value or field!=value`);
      const [, field = '', operator, value = ''] = found;
      return { field, value: value.trim().replaceAll(/\\(.)/g, '$1'), isEqual: operator !== '!=' };
    });
}

/**
 * Reports whether the object matches the requirements; undefined if only the server can tell, because a field is
 * missing and its default is unknown.
 */
export function hasFields(object: object, requirements: readonly FieldRequirement[]): boolean | undefined {
  const answers = requirements.map(({ field, value, isEqual }) => {
    const found = fieldText(object, field);
    return found === undefined ? undefined : (found === value) === isEqual;
  });
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

function fieldText(object: object, field: string): string | undefined {
  let value: unknown = object;
  for (const part of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}
