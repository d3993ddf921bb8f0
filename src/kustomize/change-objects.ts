import { hasPattern, isSelected, nameOf, selectorOf, type Item } from './item.js';
import { applyJsonPatch, PatchFailed } from './json-patch.js';
import { isMap, mapAt, mapsIn, textAt, valueAt, type JsonMap } from './json.js';
import { readObjects } from './read-objects.js';
import { applyReplacement } from './replacements.js';
import { strategicMerge } from './strategic-merge.js';

/** Applies a built-in transformer: one that patches a target as JSON, or one with replacements. */
export function applyTransformer(items: readonly Item[], transformer: JsonMap): void {
  const kind = textAt(transformer, 'kind') ?? '';
  if (kind === 'ReplacementTransformer' && valueAt(transformer, 'replacements') !== undefined) {
    for (const entry of mapsIn(valueAt(transformer, 'replacements'))) applyReplacement(items, entry);
    return;
  }
  const found = readObjects(textAt(transformer, 'patch'), true);
  const selector = selectorOf(mapAt(transformer, 'target'));
  if (kind !== 'PatchTransformer' || 'reason' in found || !found.isList || hasPattern(selector))
    throw new PatchFailed(`${kind} is evaluated only with a JSON patch, or with replacements`);
  for (const item of items.filter((each) => isSelected(each, selector))) applyJsonPatch(item.object, found.objects);
}

/** Applies a strategic merge patch to the objects of a target, or to the one that the patch names. */
export function mergeInto(items: Item[], patch: JsonMap, target: ReturnType<typeof selectorOf> | undefined): void {
  const selector = target ?? {
    kind: textAt(patch, 'kind'),
    name: nameOf({ object: patch }),
    group: (textAt(patch, 'apiVersion') ?? '').split('/').at(-2),
  };
  const { metadata, ...rest } = patch;
  // The patch of a target does not rename it.
  const { name: _, ...others } = isMap(metadata) ? metadata : {};
  const change =
    target === undefined ? patch : { ...rest, ...(Object.keys(others).length > 0 && { metadata: others }) };
  for (const item of [...items]) {
    if (!isSelected(item, selector)) continue;
    const { apiVersion, kind } = item.object;
    // Each object has its own copy of what the patch adds.
    const merged = strategicMerge(item.object, structuredClone(change));
    if (merged === undefined) items.splice(items.indexOf(item), 1);
    else
      item.object = { ...merged, ...(apiVersion !== undefined && { apiVersion }), ...(kind !== undefined && { kind }) };
  }
}

/** Applies a JSON patch. @throws PatchFailed with the names of the object and of the file of the patch */
export function patchItem({ object, file }: Item, operations: readonly JsonMap[], path: string | undefined): void {
  try {
    applyJsonPatch(object, operations);
  } catch (error) {
    if (!(error instanceof PatchFailed)) throw error;
    const named = `${textAt(object, 'kind')} ${nameOf({ object })} in ${file}`;
    throw new PatchFailed(`${path === undefined ? '' : `${path}: `}${error.message} of ${named}`);
  }
}
