import type { CompatibilitySettings } from '../../project/project.js';
import type { Change } from './change.js';
import type { Crd, CrdVersion } from '../../base/crd/crd.js';

/**
 * Returns the severity of a change of a definition; undefined if it is exempt. Follows the deprecation policy of
 * Kubernetes: alpha versions can change at any time, beta versions can be removed after they were deprecated.
 * https://kubernetes.io/docs/reference/using-api/deprecation-policy/
 */
export function severityOf(
  { rule, version }: Change,
  { versions }: Pick<Crd, 'versions'>,
  settings: CompatibilitySettings = {},
): 'error' | 'warning' | undefined {
  const before = versions.find(({ name }) => name === version);
  if (before !== undefined && !isAboutStorage(rule.id)) {
    const isOfOthers = losesFields.has(rule.id) && storesStable(before, versions);
    if (isExempt(before, settings) && !isOfOthers) return undefined;
    if (isRemoval(rule.id) && before.deprecated && !isStable(before.name)) return 'warning';
  }
  return rule.breaks === 'ratcheted' ? (settings.ratcheted ?? 'error') : (rule.severity ?? 'error');
}

/** Reports whether changes of a version are not reported. */
export function isExempt(
  { name, served, storage }: CrdVersion,
  { alpha = 'exempt', unserved = 'exempt' }: CompatibilitySettings = {},
): boolean {
  if (alpha === 'exempt' && isAlpha(name)) return true;
  // Objects are read with the schema of the storage version, whether or not it is served.
  return unserved === 'exempt' && !served && !storage;
}

/** Changes because of which the API server removes fields when it reads stored objects. */
const losesFields: ReadonlySet<string> = new Set(['field-removed', 'unknown-fields-pruned', 'entries-removed']);

/** Reports whether a version stores the objects of versions that are not alpha. */
function storesStable({ storage }: CrdVersion, versions: readonly CrdVersion[]): boolean {
  return storage && versions.some(({ name, served }) => served && !isAlpha(name));
}

/** Reports whether stored objects could not be read after a change. */
function isAboutStorage(id: string): boolean {
  return id === 'stored-version-removed' || id === 'storage-version-changed';
}

function isRemoval(id: string): boolean {
  return id === 'version-removed' || id === 'version-not-served';
}

/** Reports whether a version is unstable by its name, such as `v1alpha1`. */
export function isAlpha(version: string): boolean {
  return /^v\d+alpha\d+$/.test(version);
}

function isStable(version: string): boolean {
  return /^v\d+$/.test(version);
}
