import { warning } from '../../base/diagnostics/catalogue/entry.js';

/** Remedies for a large release: another chart for its CRDs, shorter CRDs, or fewer objects. */
type LargeChartRemedy = 'divide' | 'shorten' | 'remove';

function largeChartHelp(remedy: LargeChartRemedy): string {
  if (remedy === 'shorten')
    return 'set maxBytes for the manifests in PROJECT to omit descriptions, or render the CRDs with helm template, and apply them with kubectl';
  if (remedy === 'remove') return 'remove large objects from config/, or install them without Helm';
  return 'move the CRDs to a separate chart: npx operator-gen edit --separate-crds';
}

/** Diagnostics of Helm charts. */
export const helmDiagnostics = {
  'chart-incomplete': warning<{ what: string; reason: string }>(
    ({ what, reason }) => `the Helm chart is built without ${what}: ${reason}`,
    () => 'deploy the Service with config/default, or put a template into templates/extra of the chart',
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
    () => 'change the value by hand, or keep it: values.schema.json has the new default',
  ),
  'chart-values-refused': warning<{ what: string; reason: string; similar?: string }>(
    ({ what, reason }) => `Helm refuses ${what} in the values of the chart: ${reason}`,
    ({ similar }) =>
      similar === undefined
        ? 'fix the value, or put values for your own templates below extra'
        : `did you mean ${similar}? Put values for your own templates below extra`,
  ),
  'chart-too-large': warning<{ folder: string; kib: number; remedy: LargeChartRemedy }>(
    ({ folder, kib }) =>
      `a release of the chart ${folder} needs about ${kib} KiB, but Helm stores it in a Secret, which has at most 1024 KiB`,
    ({ remedy }) => largeChartHelp(remedy),
  ),
};
