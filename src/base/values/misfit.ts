/** Keys and indexes that lead from a value to a part of it; empty for the value itself. */
export type ValuePath = readonly (string | number)[];

/** The reason why a value is invalid; `path` leads to the invalid part. */
export interface Misfit {
  readonly path: ValuePath;
  readonly reason: string;
  /**
   * Set if the API server rejects the value in an object, but does not check it in a default of a
   * CustomResourceDefinition.
   */
  readonly late?: true;
}

/** Returns a readable path such as `spec.ports[0]`; a key that is not a plain word is quoted in brackets. */
export function printPath(path: ValuePath): string {
  const parts = path.map((part) =>
    typeof part === 'string' && /^[\w$-]+$/.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`,
  );
  return parts.join('').replace(/^\./, '');
}
