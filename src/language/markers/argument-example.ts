import type { Argument, Field } from './argument.js';
import type { Parameter } from './marker.js';

/** Returns an example value of an argument, in TypeScript syntax. */
export function argumentExample(argument: Argument): string {
  switch (argument.type) {
    case 'number':
      return String(Math.max(1, argument.minimum ?? 1));
    case 'string':
      return "'...'";
    case 'boolean':
    case 'true':
      return 'true';
    case 'schema':
      return '{ maxLength: 63 }';
    case 'json':
      return "'a'";
    case 'pattern':
      return "'^[a-z]+$'";
    case 'choice':
      return `'${argument.values[0] ?? ''}'`;
    case 'list':
      return `[${argumentExample(argument.of)}]`;
    case 'record':
      return `{ 'example.com/key': ${argumentExample(argument.of)} }`;
    case 'kind':
      return 'Deployment';
    case 'markers':
      return 'MaxLength(63)';
    case 'object': {
      const required = Object.entries(argument.fields).filter(([, field]) => !field.optional);
      return `{ ${required.map(([key, field]) => `${key}: ${argumentExample(field.argument)}`).join(', ')} }`;
    }
  }
}

/** Returns the suggestion to add a missing key of an object, with its purpose. */
export function fieldExample(key: string, { argument, summary }: Field): string {
  const sentence = summary.charAt(0).toLowerCase() + summary.slice(1).replace(/\.$/, '');
  return `add: ${key}: ${argumentExample(argument)} (${sentence})`;
}

/**
 * Returns a marker with all its required arguments, as a decorator or a tag, depending on its label: `@Minimum(1)`,
 * `@minimum 1`.
 */
export function usageExample(label: string, parameters: readonly Parameter[]): string {
  const values = parameters.filter(({ optional }) => !optional).map(({ argument }) => argumentExample(argument));
  return /^@[a-z]/.test(label) ? `${label} ${values.join(', ')}` : `${label}(${values.join(', ')})`;
}
