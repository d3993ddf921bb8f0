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
  'chart-incomplete': warning<{ what: string; reason: string }>(
    ({ what, reason }) => `the Helm chart is built without ${what}: ${reason}`,
    () => 'write it in a form that charts support, or put a template into templates/extra of the chart',
  ),
  'chart-values-kept': warning<{ where: string; reason: string }>(
    ({ where, reason }) => `${where} of the chart's values ${reason}, so the new default is not written`,
    () => 'change the value by hand, or leave it as it is: values.schema.json has the new default',
  ),
  'chart-values-refused': warning<{ what: string; reason: string }>(
    ({ what, reason }) => `Helm refuses ${what} in the values of the chart: ${reason}`,
    () => 'fix the value, or put values for templates of your own below extra',
  ),
};
