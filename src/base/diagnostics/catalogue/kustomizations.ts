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
  'patch-without-place': warning<{ reason: string }>(
    ({ reason }) => `kustomize can no longer build config/default: ${reason}`,
    () => 'add the empty list or map that the patch needs, for example volumeMounts: [], or change the patch',
  ),
  'make-targets-missing': warning<{ file: string }>(
    ({ file }) => `make has none of the targets in ${file}, because this Makefile does not include it`,
    () => 'add the line to Makefile: -include hack/*.mk',
  ),
};
