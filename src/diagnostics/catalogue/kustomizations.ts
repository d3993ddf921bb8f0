import { error, note, warning } from './entry.js';

/** Diagnostics of the lists of resources in kustomizations. */
export const kustomizationDiagnostics = {
  'invalid-kustomization': error<{ path: string; reason: string }>(
    ({ path, reason }) => `${path} ${reason}`,
    () => 'fix the file: an entry must be added to it',
  ),
  'missing-kustomization-entry': note<{ entry: string }>(
    ({ entry }) => `${entry} is there, but this kustomization does not list it`,
    ({ entry }) => `operator-gen manifests adds it; to leave it out, write it as a comment: # - ${entry}`,
  ),
  'dangling-kustomization-entry': warning<{ entry: string }>(
    ({ entry }) => `${entry} does not exist, so this kustomization cannot be built`,
    () => 'restore the file, for example from version control, or remove the entry',
  ),
};
