import { error, note, warning } from './entry.js';

/** The reason why there is no helper. */
export type HelperAbsence = 'missing' | 'unsupported' | 'declined';

/** The helper that is not available in a run. */
export interface AbsentHelper {
  readonly absence: HelperAbsence;
  /** Such as `linux-x64`. */
  readonly platform: string;
  /** The package with the helper for this platform. */
  readonly name: string;
  /** The variable with the path of the helper. */
  readonly variable: string;
}

export interface VerdictUnavailable extends AbsentHelper {
  /** Whether `check` works without it, requires it because of `--exact`, or another command cannot work without it. */
  readonly use: 'optional' | 'exact' | 'required';
}

/** Why kustomize has not built a kustomization: there is no helper, it has failed, or kustomize rejects it. */
export type NotBuilt =
  | AbsentHelper
  | { readonly failure: string; readonly variable: string }
  | { readonly refusal: string; readonly file: string };

export type OutputNotGenerated = NotBuilt & {
  readonly output: 'chart' | 'bundle';
  /** The folder of the output. */
  readonly folder: string;
  /** The folder of the kustomization. */
  readonly from: string;
};

/** The remedy for a rejected sample: it was edited, another one would be accepted, or none was found. */
type SampleRemedy = 'edited' | 'regenerate' | 'example';

/** Diagnostics of the API server's own code, and of the helper that runs it. */
export const helperDiagnostics = {
  'rejected-by-api-server': error<{ field: string; path: string; reason: string; remedy: string | undefined }>(
    ({ field, path, reason }) => `the API server rejects ${field}: ${reason}${path === '' ? '' : ` (${path})`}`,
    ({ remedy }) => remedy ?? 'change the definition so that the API server accepts it',
  ),
  'rejected-sample': warning<{ path: string; field: string; reason: string; remedy: SampleRemedy }>(
    ({ path, field, reason }) => `the API server would reject ${path}: ${field === '' ? '' : `${field}: `}${reason}`,
    ({ remedy }) => {
      if (remedy === 'regenerate') {
        return 'delete the sample and run npx operator-gen manifests: a sample that the API server accepts is generated';
      }
      return remedy === 'example'
        ? 'edit the sample so that it is accepted, or give the fields an @Example'
        : 'fix the sample; it was edited by hand, so it is not regenerated';
    },
  ),
  'unsatisfied-rule': warning<{ field: string; rule: string; path: string }>(
    ({ field, rule, path }) => `no generated value satisfies the rule ${rule} of ${field}, so ${path} is incomplete`,
    () =>
      'give the fields that the rule reads an @Example that satisfies it, or edit the sample; if there is no such object, fix the rule',
  ),
  'sample-search-ended': note<{ path: string; field: string; reason: string }>(
    ({ path, field, reason }) =>
      `no sample was found within the limits of a run; the API server would reject ${path}: ${field === '' ? '' : `${field}: `}${reason}`,
    () => 'edit the sample so that it is accepted, or give the fields that the rules read an @Example',
  ),
  'exact-verdict-unavailable': note<VerdictUnavailable>(
    (parameters) => `the API server's verdict is not available: ${reasonOf(parameters)}`,
    (parameters) => `${remedyOf(parameters)}${otherWay(parameters)}`,
  ),
  'output-not-generated': warning<OutputNotGenerated>(
    (parameters) =>
      parameters.output === 'bundle'
        ? `the bundle in ${parameters.folder} was not generated: ${whyNotBuilt(parameters)}`
        : `the Helm chart in ${parameters.folder} was neither generated nor compared, and stays as it is: ${whyNotBuilt(parameters)}`,
    (parameters) =>
      parameters.output === 'bundle'
        ? `${builtRemedy(parameters)}; or build the manifests with kustomize: kubectl kustomize ${parameters.from} | npx operator-gen bundle --from -`
        : `${builtRemedy(parameters)}; then run: npx operator-gen manifests`,
  ),
  'api-server-warning': warning<{ object: string; reason: string }>(
    ({ object, reason }) => `the API server warns about ${object}: ${reason}`,
    () => 'change the manifest; kubectl apply prints the same warning',
  ),
  'invalid-manifest': error<{ reason: string }>(
    ({ reason }) => `the text is not a valid manifest: ${reason}`,
    () => 'fix the YAML or JSON; an object has the fields apiVersion, kind and metadata',
  ),
  'unknown-kind': warning<{ reason: string; remedy: 'custom' | 'built-in' | 'spelling' }>(
    ({ reason }) => `not verified: ${reason}`,
    ({ remedy }) => {
      if (remedy === 'built-in') return 'ask a cluster: kubectl apply --dry-run=server';
      return remedy === 'spelling'
        ? 'check the spelling of kind and apiVersion'
        : 'verify it together with the CustomResourceDefinition of its kind';
    },
  ),
  'manifest-not-found': error<{ path: string }>(
    ({ path }) => `${path} does not exist`,
    () => 'name an existing file or folder, or - for the standard input',
  ),
  'no-objects': error<Record<never, never>>(
    () => 'there are no objects to verify',
    () => 'name files or folders with manifests; if you pipe the output of a program, check that it succeeds',
  ),
  'duplicate-definition': warning<{ kind: string }>(
    ({ kind }) => `${kind} is defined more than once, and its objects were verified with this definition, the last one`,
    () => 'verify the definitions separately, each with its objects',
  ),
  'unused-old-object': warning<{ object: string }>(
    ({ object }) => `the old ${object} was not used, because none of the objects has its kind, namespace and name`,
    () => 'validate the new version of this object, or compare kind, namespace and name of the two',
  ),
  'chart-not-rendered': warning<{ folder: string }>(
    ({ folder }) => `${folder === '' ? 'the folder' : folder} is a Helm chart, which was not rendered`,
    ({ folder }) => `run: helm template ${folder === '' ? '.' : folder} | npx operator-gen verify -`,
  ),
  'kustomization-failed': warning<{ file: string; reason: string }>(
    ({ file, reason }) => `kustomize cannot build ${file}: ${reason}`,
    () => 'fix the kustomization; kubectl kustomize prints the same error',
  ),
  'kustomization-not-built': note<{ file: string; folder: string; reason: string; needs: KustomizationNeed }>(
    ({ file, reason, needs }) => `${file} was not built, because it needs ${needs}: ${reason}`,
    ({ folder, needs }) =>
      `build it with kustomize, and verify the result: kustomize build${flagsFor(needs)} ${folder} | npx operator-gen verify -`,
  ),
  'pod-security-violation': error<{ object: string; label: string; reason: string }>(
    ({ object, label, reason }) =>
      `the Pods of ${object} violate the label ${label} of their namespace, so that they are not created: ${reason}`,
    () =>
      'change the Pod template, or the label: see https://kubernetes.io/docs/concepts/security/pod-security-standards/',
  ),
  'pod-security-warning': warning<{ object: string; label: string; reason: string }>(
    ({ object, label, reason }) => `the Pods of ${object} violate the label ${label} of their namespace: ${reason}`,
    () =>
      'change the Pod template, or the label: see https://kubernetes.io/docs/concepts/security/pod-security-standards/',
  ),
  'unsupported-kubernetes-version': error<{ version: string; reason: string }>(
    ({ version, reason }) => `Kubernetes ${version} cannot be emulated: ${reason}`,
    () => 'omit the flag, or name one of the three minor versions before the one that the helper has',
  ),
  'no-verdict': warning<{ object: string; reason: string }>(
    ({ object, reason }) => `the API server's code has no verdict on ${object}: ${reason}`,
    () =>
      'run the command again if the machine was busy; otherwise split the object, or simplify its schema and rules: a real API server could take as long',
  ),
  'upstream-failed': warning<{ reason: string; variable: string }>(
    ({ reason }) => `the helper with the API server's validation code has failed: ${reason}`,
    ({ variable }) =>
      `install operator-gen again, and correct or unset ${variable}; or set it to none to use only the rules of operator-gen`,
  ),
  'go-code-unread': error<AbsentHelper | { readonly failure: string }>(
    (parameters) =>
      `the Go code cannot be read: ${'failure' in parameters ? parameters.failure : reasonOf(parameters, 'a Go parser')}`,
    (parameters) =>
      'failure' in parameters
        ? 'install operator-gen again, or in a checkout run: npm run upstream; if the helper is of this version, run the command again if the machine was busy, or adopt a copy without generated Go code'
        : remedyOf(parameters),
  ),
};

/** A requirement of a kustomization that operator-gen does not meet. */
export type KustomizationNeed = 'the network' | 'Helm' | 'plugins' | 'files outside of the project';

function flagsFor(needs: KustomizationNeed): string {
  if (needs === 'Helm') return ' --enable-helm';
  return needs === 'plugins' ? ' --enable-alpha-plugins --enable-exec' : '';
}

function reasonOf({ absence, platform, variable }: AbsentHelper, what = 'its validation code'): string {
  if (absence === 'declined') return `${variable} is none`;
  return absence === 'unsupported'
    ? `there is no helper with ${what} for ${platform}`
    : `the helper with ${what} is not installed`;
}

function remedyOf({ absence, name, variable }: AbsentHelper): string {
  if (absence === 'declined') return `unset ${variable}`;
  return absence === 'unsupported'
    ? `build the helper in a checkout of operator-gen: npm run upstream, which requires Go; or set ${variable} to its path`
    : `install the package ${name}, which --omit=optional omits; or set ${variable} to the path of the helper`;
}

/** Returns why a kustomization was not built. */
export function whyNotBuilt(cause: NotBuilt): string {
  if ('refusal' in cause) return `kustomize cannot build ${cause.file}: ${cause.refusal}`;
  return 'failure' in cause
    ? `the helper with the code of kustomize has failed: ${cause.failure}`
    : reasonOf(cause, 'the code of kustomize');
}

/** Returns what to do about it. */
export function builtRemedy(cause: NotBuilt & Pick<OutputNotGenerated, 'from'>): string {
  if ('refusal' in cause) return `fix the kustomization: kubectl kustomize ${cause.from} prints the result`;
  return 'failure' in cause ? `install operator-gen again, and correct or unset ${cause.variable}` : remedyOf(cause);
}

function otherWay({ use, variable }: VerdictUnavailable): string {
  if (use === 'required') return '';
  return use === 'exact' ? '; or check without --exact' : `; or hide this note: set ${variable}=none`;
}
