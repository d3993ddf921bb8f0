import { nameOf } from '../../base/model/kubernetes-object.js';
import type { Item } from './item.js';
import { applyJsonPatch, PatchFailed } from './json-patch.js';
import { mapAt, mapsIn, textAt, valueAt, type JsonMap } from './json.js';
import { targetedBy } from './patch-target.js';
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
  const target = mapAt(transformer, 'target');
  if (kind !== 'PatchTransformer' || 'reason' in found || !found.isList || target === undefined)
    throw new PatchFailed(`${kind} is evaluated only with a JSON patch, or with replacements`);
  for (const { object } of targetedBy(items, target)) applyJsonPatch(object, found.objects);
}

/** Applies a strategic merge patch to some objects, which it can delete. */
export function mergeInto(items: Item[], selected: readonly Item[], patch: JsonMap): void {
  for (const item of selected) {
    const { apiVersion, kind } = item.object;
    // Each object gets its own copy of the added values.
    const merged = strategicMerge(item.object, structuredClone(patch));
    if (merged === undefined) items.splice(items.indexOf(item), 1);
    else
      item.object = { ...merged, ...(apiVersion !== undefined && { apiVersion }), ...(kind !== undefined && { kind }) };
  }
}

/** Applies a JSON patch. @throws PatchFailed that names the object and the file of the patch */
export function patchItem({ object, file }: Item, operations: readonly JsonMap[], path: string | undefined): void {
  try {
    applyJsonPatch(object, operations);
  } catch (error) {
    if (!(error instanceof PatchFailed)) throw error;
    const named = `${textAt(object, 'kind')} ${nameOf(object)} in ${file}`;
    error.message = `${path === undefined ? '' : `${path}: `}${error.message} of ${named}`;
    throw error;
  }
}
