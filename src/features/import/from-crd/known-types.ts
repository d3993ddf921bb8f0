import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { kubernetesTypes } from '../kubernetes-types.js';
import type { KubernetesTypes } from '../types.js';
import type { JsonObject } from '../../../base/model/schema.js';
import type { FromCrdOptions } from './options.js';
import { someOf } from './some-of.js';

/** The types of Kubernetes that imported types use. */
interface KnownTypes {
  readonly find: KubernetesTypes;
  /** Returns a note of the places that differ from such a type only in descriptions, after all types were found. */
  similar(): readonly Diagnostic[];
}

export function knownTypes({ ignoreDescriptions }: FromCrdOptions): KnownTypes {
  if (ignoreDescriptions) return { find: kubernetesTypes(false), similar: () => [] };
  const [exact, loose] = [kubernetesTypes(true), kubernetesTypes(false)];
  const places = new Map<JsonObject, string>();
  return {
    find: (schema, place) => {
      const found = exact(schema, place);
      const similar = found === undefined ? loose(schema, place) : undefined;
      if (similar !== undefined) places.set(schema, similar.name);
      return found;
    },
    similar: () =>
      places.size === 0
        ? []
        : [
            diagnostic('similar-kubernetes-types', {
              count: places.size,
              names: someOf([...new Set(places.values())], 3),
            }),
          ],
  };
}
