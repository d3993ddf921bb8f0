/** What the declarations of client-node lack about a type or a field. */
export interface Facts {
  /** JSDoc tags, as they stand in a source: `@listType 'map'`. */
  readonly tags?: readonly string[];
  /** A type of `@operator-gen/runtime/api` in place of the declared one, which OpenAPI blurs. */
  readonly type?: string;
  /** Said where a field is required although it is declared optional. */
  readonly required?: true;
}

/** Facts of one or more files that agree: `Type.field`, or `Type` for the type itself. */
export interface FileFacts {
  readonly files: readonly string[];
  readonly facts: Readonly<Record<string, Facts>>;
}

export const atomicList = tags("@listType 'atomic'");
export const set = tags("@listType 'set'");
export const atomicMap = tags("@mapType 'atomic'");
export const atomicStruct = tags("@structType 'atomic'");
export const granularStruct = tags("@structType 'granular'");
export const immutable = tags('@immutable');
export const quantity: Facts = { type: 'Quantity' };
export const quantities: Facts = { type: 'Record<string, Quantity>' };
export const rawExtension: Facts = { type: 'RawExtension' };
/** A struct without fields. */
export const empty: Facts = { type: '{}' };

export function listMap(...keys: readonly string[]): Facts {
  return tags("@listType 'map'", ...keys.map((key) => `@listMapKey '${key}'`));
}

export function tags(...lines: readonly string[]): Facts {
  return { tags: lines };
}

export function defaultTo(value: string | number | boolean): Facts {
  return tags(`@default ${JSON.stringify(value)}`);
}
