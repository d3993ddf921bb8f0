import { error, note, warning } from './entry.js';

/** Remedies for a large release: another chart for its CRDs, shorter CRDs, or fewer objects. */
type LargeChartRemedy = 'divide' | 'shorten' | 'remove';

function largeChartHelp(remedy: LargeChartRemedy): string {
  if (remedy === 'shorten')
    return 'set maxBytes for the manifests in PROJECT to omit descriptions, or render the CRDs with helm template, and apply them with kubectl';
  if (remedy === 'remove') return 'remove large objects from config/, or install them without Helm';
  return 'give the CRDs a chart of their own: npx operator-gen edit --separate-crds';
}

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
  'foreign-chart-file': warning<{ path: string }>(
    ({ path }) => `Helm renders ${path} with the chart, but operator-gen did not generate it`,
    () => 'move it to templates/extra if it is yours; otherwise delete it',
  ),
  'redefined-chart-template': warning<{ path: string; name: string }>(
    ({ path, name }) => `${path} defines the template ${name}, as a generated file does`,
    () => 'give your template another name',
  ),
  'chart-values-kept': warning<{ where: string; reason: string }>(
    ({ where, reason }) => `${where} of the chart's values ${reason}, so the new default is not written`,
    () => 'change the value by hand, or leave it as it is: values.schema.json has the new default',
  ),
  'chart-values-refused': warning<{ what: string; reason: string; similar?: string }>(
    ({ what, reason }) => `Helm refuses ${what} in the values of the chart: ${reason}`,
    ({ similar }) =>
      similar === undefined
        ? 'fix the value, or put values for templates of your own below extra'
        : `did you mean ${similar}? Put values for templates of your own below extra`,
  ),
  'chart-too-large': warning<{ folder: string; kib: number; remedy: LargeChartRemedy }>(
    ({ folder, kib }) =>
      `a release of the chart ${folder} needs about ${kib} KiB, but Helm stores it in a Secret, which has at most 1024 KiB`,
    ({ remedy }) => largeChartHelp(remedy),
  ),
  'make-targets-missing': warning<{ file: string }>(
    ({ file }) => `make has none of the targets in ${file}, because this Makefile does not include it`,
    () => 'add the line to Makefile: -include hack/*.mk',
  ),
};
