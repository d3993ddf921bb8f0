import { isObject, type JsonObject } from '../../base/model/schema.js';
import type { SourceMarker } from './source.js';

/** Returns `@Schema` for keywords; no marker if there are none. */
export function rawMarker(raw: JsonObject): readonly SourceMarker[] {
  return Object.keys(raw).length === 0 ? [] : [{ name: 'Schema', values: [raw] }];
}

/** Returns the markers of one declaration with a single `@Schema`, in the last place. */
export function withOneRaw(markers: readonly SourceMarker[]): readonly SourceMarker[] {
  const isRaw = ({ name }: SourceMarker): boolean => name === 'Schema';
  const raw = markers
    .filter(isRaw)
    .flatMap(({ values: [value] }) => (value !== undefined && isObject(value) ? [value] : []));
  return [...markers.filter((each) => !isRaw(each)), ...rawMarker(Object.assign({}, ...raw) as JsonObject)];
}
