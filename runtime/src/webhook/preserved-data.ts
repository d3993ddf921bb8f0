import type { DeepReadonly, ObjectMeta } from '../api/object.js';
import { preservedJson, preservedValue } from '../json/exact-numbers.js';

type Metadata = DeepReadonly<ObjectMeta>;

/** Data that one version has and another has no field for, kept in an annotation while the object is in the other one. */
export interface PreservedData<T> {
  /** The metadata with the data in the annotation; without data, the metadata without the annotation. */
  preserve(metadata: Metadata | undefined, data: DeepReadonly<T> | undefined): Metadata;
  /**
   * What was preserved, and the metadata without the annotation. Undefined where nothing was, or where somebody wrote
   * something else there. Since then the object may have been changed in the other version: what that version says counts.
   */
  restore(metadata: Metadata | undefined): { readonly data: T | undefined; readonly metadata: Metadata };
}

/**
 * Preserves data as JSON in an annotation of this name, such as `example.com/v1-schedule`. Annotations are written by users
 * too, and a conversion that fails because of one makes every list of the kind fail: `isData` says what is taken for data.
 * See https://kubernetes.io/docs/reference/using-api/deprecation-policy/ Rule #2
 */
export function preservedData<T>(annotation: string, isData: (data: unknown) => data is T): PreservedData<T> {
  const withAnnotation = (metadata: Metadata = {}, text: string | undefined): Metadata => {
    const { annotations, ...rest } = metadata;
    const { [annotation]: _, ...others } = annotations ?? {};
    const all = text === undefined ? others : { ...others, [annotation]: text };
    // The API server stores no empty annotations.
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

/** Undefined where the text is not JSON. */
function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : preservedValue(text);
  } catch {
    return undefined;
  }
}
