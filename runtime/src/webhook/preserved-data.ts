import type { DeepReadonly, ObjectMeta } from '../api/object.js';
import { preservedJson, preservedValue } from '../json/exact-numbers.js';

type Metadata = DeepReadonly<ObjectMeta>;

/** Preserves data for which another version has no field, in an annotation of the object in that version. */
export interface PreservedData<T> {
  /** Returns the metadata with the data in the annotation; without data, the metadata without the annotation. */
  readonly preserve: (metadata: Metadata | undefined, data: DeepReadonly<T> | undefined) => Metadata;
  /**
   * Returns the preserved data, and the metadata without the annotation. The data is undefined if there was none, or if
   * the annotation was overwritten. The object may have changed in the other version since then; the values of that
   * version take precedence.
   */
  readonly restore: (metadata: Metadata | undefined) => { readonly data: T | undefined; readonly metadata: Metadata };
}

/**
 * Preserves data as JSON in an annotation with this name, such as `example.com/v1-schedule`. Users can write
 * annotations too, and a conversion that fails because of one makes every list of the kind fail, so `isData` must
 * validate the data. See https://kubernetes.io/docs/reference/using-api/deprecation-policy/ Rule #2
 */
export function preservedData<T>(annotation: string, isData: (data: unknown) => data is T): PreservedData<T> {
  const withAnnotation = (metadata: Metadata = {}, text: string | undefined): Metadata => {
    const { annotations, ...rest } = metadata;
    const { [annotation]: _, ...others } = annotations ?? {};
    const all = text === undefined ? others : { ...others, [annotation]: text };
    // The API server does not store empty annotations.
    return Object.keys(all).length === 0 ? rest : { ...rest, annotations: all };
  };
  return {
    preserve: (metadata, data) => withAnnotation(metadata, data === undefined ? undefined : preservedJson(data)),
    restore: (metadata) => {
      const data = parsed(metadata?.annotations?.[annotation]);
      return {
        data: data !== undefined && isData(data) ? data : undefined,
        metadata: withAnnotation(metadata, undefined),
      };
    },
  };
}

/** Returns undefined if the text is not JSON. */
function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : preservedValue(text);
  } catch {
    return undefined;
  }
}
