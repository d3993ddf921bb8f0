import type { Diagnostic } from './diagnostic.js';

const codes: readonly string[] = [
  'adopt-source',
  'against-not-found',
  'against-unreadable',
  'against-without-crds',
  'api-not-found',
  'baseline-not-found',
  'bundle-not-found',
  'case-cluster',
  'cases-not-found',
  'cluster-differs',
  'cluster-not-found',
  'cluster-not-named',
  'conflicting-flags',
  'context-not-confirmed',
  'context-unusable',
  'crd-source-unreadable',
  'external-types',
  'flag-requires-flag',
  'invalid-license',
  'invalid-module',
  'invalid-name',
  'invalid-package',
  'invalid-spoke',
  'invalid-webhook-path',
  'kind-not-found',
  'manifest-not-found',
  'nothing-to-create',
  'nothing-to-edit',
  'nothing-to-rename',
  'rename-requires-kind',
  'unknown-target-release',
  'unsupported-kubernetes-version',
  'webhook-type-required',
];

const known: ReadonlySet<string> = new Set(codes);

/**
 * Reports whether a problem is a wrong value on the command line, or flags that cannot be combined. With a position,
 * the problem is in a file instead.
 */
export function isAboutArguments({ code, position }: Pick<Diagnostic, 'code' | 'position'>): boolean {
  return position === undefined && known.has(code);
}
