import { placesAt, stepsOf } from './field-path.js';
import { hasPattern, isSelected, selectorOf, type Item } from './item.js';
import { mapAt, mapsIn, textAt, textsIn, valueAt, type Json, type JsonMap } from './json.js';
import { PatchFailed } from './json-patch.js';

/**
 * Applies an entry of `replacements`: copies a field of one object into fields of others.
 * @throws PatchFailed
 */
export function applyReplacement(items: readonly Item[], replacement: JsonMap): void {
  const copied = textAt(replacement, 'sourceValue') ?? sourceIn(items, mapAt(replacement, 'source'));
  for (const target of mapsIn(valueAt(replacement, 'targets'))) applyTo(items, target, copied);
}

/** Returns the value of the field that a source selects. */
function sourceIn(items: readonly Item[], source: JsonMap | undefined): Json {
  const found = items.filter((item) => isSelected(item, selectorOf(source)));
  const [from] = found;
  if (from === undefined || found.length > 1) throw new PatchFailed('its source is not one object');
  const fieldPath = textAt(source, 'fieldPath') ?? 'metadata.name';
  const [place] = placesAt(from.object, stepsOf(fieldPath), false);
  const value = place?.read();
  if (value === undefined) throw new PatchFailed(`its source has no ${fieldPath}`);
  return partOf(value, mapAt(source, 'options'));
}

function applyTo(items: readonly Item[], target: JsonMap, value: Json): void {
  const select = selectorOf(mapAt(target, 'select'));
  const rejected = mapsIn(valueAt(target, 'reject')).map(selectorOf);
  if ([select, ...rejected].some(hasPattern)) throw new PatchFailed('a target is selected by a pattern');
  const options = mapAt(target, 'options');
  const isCreated = valueAt(options, 'create') === true;
  const paths = textsIn(valueAt(target, 'fieldPaths'));
  for (const item of items) {
    if (!isSelected(item, select) || rejected.some((each) => isSelected(item, each))) continue;
    for (const path of paths.length === 0 ? ['metadata.name'] : paths)
      for (const place of placesAt(item.object, stepsOf(path), isCreated))
        place.write(joined(place.read(), value, options));
  }
}

function partOf(value: Json, options: JsonMap | undefined): Json {
  const delimiter = textAt(options, 'delimiter') ?? '';
  if (delimiter === '' || typeof value !== 'string') return structuredClone(value);
  return value.split(delimiter)[indexOf(options)] ?? '';
}

/** Inserts a value into the part of a text that the options select; without a delimiter, it replaces the text. */
function joined(existing: Json | undefined, value: Json, options: JsonMap | undefined): Json {
  const delimiter = textAt(options, 'delimiter') ?? '';
  if (delimiter === '' || typeof value !== 'string') return structuredClone(value);
  const parts = typeof existing === 'string' ? existing.split(delimiter) : [''];
  const index = indexOf(options);
  if (index < 0) parts.unshift(value);
  else if (index >= parts.length) parts.push(value);
  else parts[index] = value;
  return parts.join(delimiter);
}

function indexOf(options: JsonMap | undefined): number {
  const index = valueAt(options, 'index');
  return typeof index === 'number' ? index : 0;
}
