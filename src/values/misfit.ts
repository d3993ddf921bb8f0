/** Keys and indexes that lead from a value to a part of it; empty for the value itself. */
export type ValuePath = readonly (string | number)[];

/** Why a value is not valid: `path` leads to the part that is wrong. */
export interface Misfit {
  readonly path: ValuePath;
  readonly reason: string;
  /** Refused in an object, and not looked for in the default of a CustomResourceDefinition. */
  readonly late?: true;
}

/** A path for people, such as `spec.ports[0]`; a key that is not a plain word stands in brackets and quotes. */
export function printPath(path: ValuePath): string {
  const parts = path.map((part) =>
    typeof part === 'string' && /^[\w$-]+$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`,
  );
  return parts.join('').replace(/^\./, '');
}
