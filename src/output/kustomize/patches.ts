import { isObject } from '../../base/model/schema.js';
import { PatchFailed } from './json-patch.js';
import { mergeInto, patchItem } from './change-objects.js';
import type { Item } from './item.js';
import { mapAt, textAt, type Json, type JsonMap } from './json.js';
import { inWords, namedBy, namedInWords, nearestTo, nearestToNamed, targetedBy } from './patch-target.js';
import { readObjects } from './read-objects.js';

/** A patch of a kustomization, and what it changes. */
export interface PatchUse {
  /** The target, as a phrase. */
  readonly wanted: string;
  /** Whether it changes an object. */
  readonly isMatched: boolean;
  /** Whether kustomize rejects it if it changes none: a strategic merge patch without a target. */
  readonly isRequired: boolean;
  /** The object that the target probably means if it selects none. */
  readonly nearest: string | undefined;
  /** Reports whether the patch can change objects of a kind in the core API group. */
  readonly canSelect: (kind: string) => boolean;
}

/** The place of a patch: an entry in a list of a kustomization. */
export interface PatchPlace {
  readonly file: string;
  readonly field: string;
  readonly index: number;
}

/** A patch that keeps a kustomization from being built, because an object lacks what the patch changes or adds to. */
export interface UnplacedPatch extends PatchPlace {
  readonly reason: string;
}

/** A patch of a kustomization, and whether it changes something. */
export interface BuiltPatch extends PatchUse, PatchPlace {
  /** Whether it is certain that it changes nothing. */
  readonly isUnmatched: boolean;
}

/**
 * Applies an entry of a list of patches.
 * @param read returns the text of a file by its path in the kustomization
 * @throws PatchFailed
 */
export function applyPatch(
  items: Item[],
  entry: Json,
  read: (path: string) => string | undefined,
): readonly PatchUse[] {
  const path = typeof entry === 'string' && !entry.includes('\n') ? entry : textAt(entry, 'path');
  const inline = typeof entry === 'string' ? entry : textAt(entry, 'patch');
  const found = readObjects(path === undefined ? inline : read(path), true);
  if ('reason' in found) throw new PatchFailed(found.reason);
  const target = isObject(entry) ? mapAt(entry, 'target') : undefined;
  if (target === undefined && found.isList) throw new PatchFailed('it has no target');
  if (target === undefined) return found.objects.map((patch) => mergeIntoNamed(items, patch));
  const selected = targetedBy(items, target);
  const use = useOf(items, target, selected);
  if (found.isList) for (const item of selected) patchItem(item, found.objects, path);
  else for (const patch of found.objects) mergeInto(items, selected, withoutName(patch));
  return [use];
}

function useOf(items: readonly Item[], target: JsonMap, selected: readonly Item[]): PatchUse {
  const isMatched = selected.length > 0;
  return {
    ...{ wanted: inWords(target), isMatched, isRequired: false },
    nearest: isMatched ? undefined : nearestTo(items, target),
    canSelect: (kind) => canSelect(target, kind),
  };
}

function canSelect({ kind: wanted = '' }: JsonMap, kind: string): boolean {
  const object: JsonMap = { apiVersion: 'v1', kind };
  return targetedBy([{ object, file: '', names: [''], namespaces: [''] }], { kind: wanted }).length > 0;
}

/** Applies a strategic merge patch to the object that it names. */
function mergeIntoNamed(items: Item[], patch: JsonMap): PatchUse {
  const selected = namedBy(items, patch);
  const isMatched = selected.length > 0;
  const use: PatchUse = {
    ...{ wanted: namedInWords(items, patch), isMatched, isRequired: true },
    nearest: isMatched ? undefined : nearestToNamed(items, patch),
    canSelect: (kind) => canSelect(patch, kind),
  };
  mergeInto(items, selected, withoutName(patch));
  return use;
}

/** Returns a patch that keeps the name and the namespace of an object: in a patch, these only select the object. */
function withoutName(patch: JsonMap): JsonMap {
  const { metadata, ...rest } = patch;
  const { name: _name, namespace: _namespace, ...others } = isObject(metadata) ? metadata : {};
  return { ...rest, ...(Object.keys(others).length > 0 && { metadata: others }) };
}
