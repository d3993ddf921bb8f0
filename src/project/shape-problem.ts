import type { BaseIssue } from 'valibot';

/** Problem of a value in a YAML file. */
export interface ShapeProblem {
  /** Keys and indexes from the root of the file. */
  readonly path: readonly (string | number)[];
  /** The value, for use in a sentence. */
  readonly subject: string;
  /** A clause about the value, such as `must be a list`. */
  readonly reason: string;
}

/** The types of YAML values in words. */
const names: Readonly<Record<string, string>> = {
  Array: 'a list',
  Object: 'a mapping of keys to values',
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
};

/** Describes an issue of valibot. Issues from checks of operator-gen keep their own messages. */
export function shapeProblem({ path, kind, expected, received, message }: BaseIssue<unknown>): ShapeProblem {
  const isOwn = kind === 'validation' && !message.startsWith('Invalid ');
  const keys = (path ?? []).map(({ key }) => key as string | number);
  const key = keys.at(-1);
  return {
    path: keys,
    subject: key === undefined ? 'the file' : typeof key === 'number' ? 'an entry' : key,
    reason: isOwn ? message : reasonOf(expected, received),
  };
}

function reasonOf(expected: string | null, received: string): string {
  if (received === 'undefined') return 'is missing';
  if (expected === 'never') return 'is not a known field';
  return `must be ${names[expected ?? ''] ?? expected ?? 'another value'}`;
}
