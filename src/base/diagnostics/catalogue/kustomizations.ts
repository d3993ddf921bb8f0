import { error, note, warning } from './entry.js';

/** Diagnostics of the lists of resources in kustomizations. */
export const kustomizationDiagnostics = {
  'invalid-kustomization': error<{ path: string; reason: string }>(
    ({ path, reason }) => `${path} ${reason}`,
    () => 'fix the file: an entry must be added to it',
  ),
  'missing-kustomization-entry': note<{ entry: string }>(
    ({ entry }) => `${entry} is there, but this kustomization does not list it`,
    ({ entry }) => `npx operator-gen manifests adds it; to leave it out, write it as a comment: # - ${entry}`,
  ),
  'dangling-kustomization-entry': warning<{ entry: string }>(
    ({ entry }) => `${entry} does not exist, so this kustomization cannot be built`,
    () => 'restore the file, for example from version control, or remove the entry',
  ),
  'chart-incomplete': warning<{ what: string; reason: string }>(
    ({ what, reason }) => `the Helm chart is built without ${what}: ${reason}`,
    () => 'write it in a form that charts support, or put a template into templates/extra of the chart',
  ),
  'patch-without-place': warning<{ reason: string }>(
    ({ reason }) => `kustomize can no longer build config/default: ${reason}`,
    () => 'add the empty list or map that the patch needs, for example volumeMounts: [], or change the patch',
  ),
  'make-targets-missing': warning<{ file: string }>(
    ({ file }) => `make has none of the targets in ${file}, because this Makefile does not include it`,
    () => 'add the line to Makefile: -include hack/*.mk',
  ),
  'bundle-incomplete': warning<{ what: string; reason: string }>(
    ({ what, reason }) => `the bundle is made without ${what}: ${reason}`,
    () => 'write it in a form that bundles support, or make the bundle from a built manifest with --from',
  ),
};
