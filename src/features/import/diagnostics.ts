import { error, note, warning } from '../../base/diagnostics/catalogue/entry.js';

/** Diagnostics of types that are created from CRDs. */
export const importDiagnostics = {
  'crd-source-unreadable': error<{ readonly source: string; readonly reason: string }>(
    ({ source, reason }) => `${source} cannot be read: ${reason}`,
    ({ source }) => {
      if (source.startsWith('cluster:'))
        return 'check the name and the kubeconfig (kubectl get crds), or pipe it: kubectl get crd <plural>.<group> -o yaml | npx operator-gen create api --from-crd -';
      return /^https?:\/\//i.test(source)
        ? 'check the address, or download the file and name it'
        : 'name a file or a folder with YAML or JSON, - for the standard input, an https address, or cluster:<name>';
    },
  ),
  /** @property kinds some of the kinds in it; empty if there are none */
  'crd-not-found': error<{ readonly source: string; readonly wanted: string; readonly kinds: string }>(
    ({ source, wanted }) => `${source} has no CustomResourceDefinition${wanted === '' ? '' : ` with ${wanted}`}`,
    ({ source, kinds }) => {
      if (kinds !== '') return `use one of ${kinds}`;
      return source.startsWith('cluster:')
        ? 'name an installed definition as <plural>.<group>: kubectl get crds'
        : 'name the file or the folder with the definitions; render the templates of Helm charts first';
    },
  ),
  'skipped-templates': warning<{ readonly count: number; readonly places: string }>(
    ({ count, places }) => `definitions that only Helm can render were skipped: ${count}; see ${places}`,
    () => 'pipe the rendered chart: helm template <chart> --include-crds | npx operator-gen create api --from-crd -',
  ),
  /** @property rounded the number after rounding in JavaScript */
  'import-inexact-number': warning<{
    readonly place: string;
    readonly keyword: string;
    readonly number: string;
    readonly rounded: string;
  }>(
    ({ place, keyword, number, rounded }) =>
      `${place}: JavaScript rounds ${number} in ${keyword}, so the types have ${rounded}`,
    () =>
      'use a number of at most 15 digits in the definition, or correct the generated one with a patch in config/crd',
  ),
  'edited-types': error<{ readonly kinds: string; readonly files: string; readonly instead: string }>(
    ({ kinds, files }) => `the types of ${kinds} exist and were edited: ${files}`,
    ({ instead }) => instead,
  ),
  'raw-schemas': note<{ readonly kind: string; readonly count: number; readonly places: string }>(
    ({ kind, count }) => `parts of ${kind} that only @Schema can express: ${count}`,
    ({ places }) => `see ${places}`,
  ),
  'import-differs': warning<{ readonly name: string; readonly count: number; readonly paths: string }>(
    ({ name, count }) => `the types of ${name} do not give the same definition; differences: ${count}`,
    ({ paths }) => `compare ${paths}`,
  ),
  'import-conversion': note<{ readonly kind: string; readonly command: string }>(
    ({ kind }) => `a webhook converts ${kind} between its versions, which types cannot express`,
    ({ command }) => `create the conversion: ${command}`,
  ),
  'similar-kubernetes-types': note<{ readonly count: number; readonly names: string }>(
    ({ count }) => `places that differ from types of Kubernetes only in descriptions: ${count}`,
    ({ names }) => `to use ${names}, pass --ignore-descriptions`,
  ),
  'invalid-crd': error<{ readonly name: string; readonly reason: string; readonly instead: string }>(
    ({ name, reason }) => `the definition ${name} cannot be converted to types: ${reason}`,
    ({ instead }) => instead,
  ),
};
