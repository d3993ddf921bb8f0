import { error, warning } from './entry.js';
import { deletingObjects, shellLine } from '../shell-line.js';

/** Returns a name as it was given: as a flag, an argument of `@Resource`, a class, or a key of PROJECT. */
function nameAsWritten(flag: string, name: string): string {
  if (!/^[@\w]/.test(flag)) return `${flag} ${name}`;
  if (flag === 'class') return `class ${name}`;
  const key = flag.split(/[. ]/).findLast((part) => !/^\d+$/.test(part));
  if (!flag.startsWith('@')) return `${key}: ${name}`;
  return /^(?:shortNames|categories)$/.test(key ?? '') ? `${key}: ['${name}']` : `${key}: '${name}'`;
}

/** Problems of the PROJECT file and of the names in a project. */
export const projectDiagnostics = {
  'project-not-found': error<{ folder: string }>(
    ({ folder }) => `no PROJECT file found in ${folder} or its parent folders`,
    () => 'run the command in a project, or create one: npx operator-gen init',
  ),
  'untrusted-project': error<{ folder: string; part: string; reason: string }>(
    ({ folder, part, reason }) => `${part} ${folder} ${reason}`,
    ({ folder }) =>
      `use a folder that you own; if you trust everyone who can write to it, set OPERATOR_GEN_TRUSTED_FOLDERS=${folder}`,
  ),
  'project-exists': error<{ file: string }>(
    ({ file }) => `this folder is already a project: ${file} exists`,
    () => 'add an API with npx operator-gen create api, or run init in another folder',
  ),
  'unreadable-project': error<{ reason: string }>(
    ({ reason }) => `PROJECT cannot be read: ${reason}`,
    () => 'fix the file, or restore it from version control',
  ),
  'invalid-project': error<{ key: string; reason: string }>(
    ({ key, reason }) => `PROJECT: ${key} ${reason}`,
    ({ key }) => `fix ${key} in PROJECT`,
  ),
  'unsupported-project-version': error<{ version: string }>(
    ({ version }) => `PROJECT has the unsupported version ${version}; this operator-gen supports version 3`,
    () => 'use a later release of operator-gen for a later version; earlier versions are not supported',
  ),
  'unsupported-layout': error<{ layout: string }>(
    ({ layout }) =>
      `PROJECT has the unsupported layout ${layout}, which is ${layout.includes('kubebuilder.io') ? "kubebuilder's" : "another tool's"}`,
    () => 'run the command in a project with the layout typescript.operator-gen/v1',
  ),
  'api-not-found': error<{ kind: string; apiVersion: string; known: readonly string[] }>(
    ({ kind, apiVersion }) => `PROJECT does not list the kind ${kind} of ${apiVersion}`,
    ({ known }) =>
      known.length === 0 ? 'create an API first: npx operator-gen create api' : `use one of ${known.join(', ')}`,
  ),
  'duplicate-resource': error<{ resource: string }>(
    ({ resource }) => `PROJECT lists ${resource} twice`,
    () => 'remove one of the two entries',
  ),
  'invalid-name': error<{
    flag: string;
    value: string;
    what: string;
    rule: string;
    instead: string | undefined;
    example: string;
  }>(
    ({ flag, value, what, rule }) => `${flag}: ${JSON.stringify(value)} is not a valid ${what}: ${rule}`,
    ({ flag, instead, example }) =>
      instead === undefined
        ? `use, for example: ${nameAsWritten(flag, example)}`
        : `use: ${nameAsWritten(flag, instead)}`,
  ),
  'invalid-header': error<{ file: string; reason: string }>(
    ({ file, reason }) => `the license header ${file} cannot be used: ${reason}`,
    () => 'fix the file, or headerFile and year under plugins in PROJECT',
  ),
  'invalid-sample': warning<{ reason: string }>(
    ({ reason }) => `the API server would reject this sample: ${reason}`,
    () => 'fix the sample; it was edited by hand, so it is not regenerated',
  ),
  'protected-group': warning<{ apiGroup: string }>(
    ({ apiGroup }) => `the API group ${apiGroup} belongs to the Kubernetes project`,
    () =>
      'use your own domain; otherwise the API server rejects the CRD without the annotation api-approved.kubernetes.io',
  ),
  'doubled-domain': warning<{ apiGroup: string; group: string; domain: string; short: string }>(
    ({ apiGroup, domain }) => `the API group ${apiGroup} contains the domain ${domain} twice`,
    ({ group, short }) =>
      `name only the part of the group before the domain: ${shellLine(['npx', 'operator-gen', 'rename', 'api', '--group', group, '--to-group', short])}`,
  ),
  'api-exists': error<{ kind: string; difference: string; flag: string }>(
    ({ kind, difference }) => `the kind ${kind} already exists, and ${difference}`,
    ({ flag }) => `keep the value of ${flag}, or scaffold the kind again with --force`,
  ),
  'kind-taken': error<{ plural: string; group: string; kind: string }>(
    ({ plural, group, kind }) => `the plural ${plural} in ${group} is already used by the kind ${kind}`,
    () => 'choose another plural with --plural',
  ),
  'kind-case-conflict': error<{ kind: string; other: string }>(
    ({ kind, other }) => `${kind} differs from the kind ${other} only in case`,
    () => 'choose another name: both kinds would have the same files and the same plural',
  ),
  'multigroup-required': error<{ group: string; existing: string; short: string }>(
    ({ group, existing }) =>
      `this project has the group ${existing}; a second group, ${group}, requires the multigroup layout`,
    ({ short }) =>
      `enable the multigroup layout: npx operator-gen edit --multigroup; or ${short === '' ? 'omit --group' : `use ${shellLine(['--group', short])}`}`,
  ),
  'types-missing': warning<{ kind: string }>(
    ({ kind }) => `the controller of ${kind} uses KubernetesObject: the project does not have the types of the kind`,
    () => 'create the types with create api --no-controller; for an external kind, pass --external-api-package',
  ),
  'conflicting-types-source': error<{ kind: string; owner: string; ours: boolean }>(
    ({ kind, owner }) => `in PROJECT, the types of ${kind} come from ${owner}`,
    ({ ours }) => (ours ? 'omit --external-api-package or --types-only' : 'keep them there: pass --no-resource'),
  ),
  'external-types': error<{ flag: string }>(
    ({ flag }) => `${flag} takes the types from a package, but --resource creates them in this project`,
    () => 'pass --no-resource, or omit --external-api-package',
  ),
  'built-in-kind-not-found': error<{
    kind: string;
    apiVersion: string;
    versions: readonly string[];
    suggestion: string | undefined;
  }>(
    ({ kind, apiVersion }) => `Kubernetes has no kind ${kind} in ${apiVersion}`,
    ({ versions, suggestion }) =>
      suggestion !== undefined
        ? `did you mean ${suggestion}?`
        : versions.length > 0
          ? `use one of ${versions.join(', ')}`
          : 'omit --no-resource to create your own kind',
  ),
  'built-in-kind-name': warning<{ kind: string; group: string; apiGroup: string }>(
    ({ kind, group, apiGroup }) =>
      `Kubernetes has a kind ${kind} of ${group}; this is a different kind, of ${apiGroup}`,
    () => 'for a controller of the Kubernetes kind, run delete api, then create api with --no-resource',
  ),
  'controller-name-required': error<{ kind: string; names: readonly string[]; other: string }>(
    ({ kind, names }) => `${kind} already has controllers (${names.join(', ')}): another one requires a name`,
    ({ other }) => `pass --controller-name, or ${other}`,
  ),
  'controller-name-taken': error<{ name: string; kind: string }>(
    ({ name, kind }) => `--controller-name: ${name} is already the name of a controller of ${kind}`,
    () => 'choose another name: logs and metrics identify controllers by name',
  ),
  'controller-class-taken': error<{ name: string; className: string; other: string }>(
    ({ name, className, other }) =>
      `--controller-name: ${name} would create the class ${className}, which ${other} already has`,
    () => 'choose a name that differs in more than dashes',
  ),
  'nothing-to-edit': error<Record<never, never>>(
    () => 'no setting to change was given',
    () => 'pass a flag such as --multigroup, --enable or --license; see: npx operator-gen edit --help',
  ),
  'project-renamed': warning<{ old: string; fresh: string; left?: string; namespace: string; deployment: string }>(
    ({ old, fresh, left, deployment }) =>
      left === undefined
        ? `the names of deployed objects stay, but the Deployment ${deployment} gets a different selector, which cannot be changed`
        : `the operator deployed as ${old} stays in its namespace ${left}: deploying adds a second operator, ${fresh}`,
    ({ left, namespace, deployment }) =>
      left === undefined
        ? `delete it before you deploy: ${deletingObjects('deployment', [deployment], namespace)}`
        : 'remove the old operator, but not its CRDs, before you deploy the new one',
  ),
  'lease-renamed': warning<{ old: string; fresh: string }>(
    ({ old, fresh }) => `new replicas elect their leader with the Lease ${fresh}, running replicas with ${old}`,
    () => 'stop the old replicas before new ones start; otherwise there are two leaders at the same time',
  ),
  'conflicting-flags': error<{ one: string; other: string }>(
    ({ one, other }) => `${one} and ${other} cannot be combined`,
    () => 'pass only one of them',
  ),
  'invalid-license': error<{ file: string; reason: string }>(
    ({ file, reason }) => `--license-file: ${file} cannot be used as a license header: ${reason}`,
    () => 'use plain text, or one comment between /* and */; YEAR is replaced by the year',
  ),
  'cluster-scoped-kind': warning<{ kind: string; namespace: string }>(
    ({ kind, namespace }) => `${kind} is cluster-scoped, but the operator watches only the namespace ${namespace}`,
    () => 'its permissions stay in the ClusterRole manager-role: deploy the operator as a user who can grant it',
  ),
  'cert-manager-required': warning<Record<never, never>>(
    () => 'metrics-certs requires cert-manager in the cluster, although the certificate of the webhooks is self-signed',
    () =>
      'install cert-manager, or let the operator create the certificate of its metrics server: npx operator-gen edit --disable metrics-certs',
  ),
  'feature-still-included': warning<{ part: string; object: string }>(
    ({ part, object }) => `${part} is disabled, but config/default still includes the ${object}`,
    () => 'the object is not scaffolded: remove it from the kustomizations yourself to stop deploying it',
  ),
  'unbound-permission': warning<{ namespace: string; remedy: string }>(
    ({ namespace }) => `the operator is not granted this permission: it watches only the namespace ${namespace}`,
    ({ remedy }) => remedy,
  ),
  'permission-namespace-unchanged': warning<{ namespace: string }>(
    ({ namespace }) => `this permission is for the namespace ${namespace} and was not changed`,
    () => 'change it by hand if necessary',
  ),
  'multigroup-in-use': error<{ groups: readonly string[] }>(
    ({ groups }) => `the groups ${groups.join(' and ')} cannot share one folder`,
    () => 'keep --multigroup, or delete the APIs of all groups but one first: npx operator-gen delete api',
  ),
  'kinds-share-files': error<{ path: string; kinds: readonly string[] }>(
    ({ path, kinds }) => `${kinds.join(' and ')} would both have the file ${path}`,
    () => 'enable the multigroup layout (npx operator-gen edit --multigroup), or name a controller (--controller-name)',
  ),
  'kind-not-found': error<{ group: string; kind: string | undefined; known: readonly string[] }>(
    ({ group, kind }) => `PROJECT does not list ${kind === undefined ? 'a kind' : `the kind ${kind}`} of ${group}`,
    ({ known }) =>
      known.length === 0 ? 'create an API first: npx operator-gen create api' : `use one of ${known.join(', ')}`,
  ),
  'renamed-crd': warning<{ gone: string; come: string }>(
    ({ gone, come }) =>
      gone === come
        ? `the kind of the CRD ${gone} changes: existing objects get the new kind, and clients that use the old one fail`
        : `deploying creates a new CRD, ${come}; ${gone} and its objects stay in the cluster without a controller`,
    () => 'before you deploy, create the objects again under the new name, then delete the old CRD',
  ),
  'flag-requires-flag': error<{ flag: string; needed: string }>(
    ({ flag, needed }) => `${flag} requires ${needed}`,
    ({ flag, needed }) => `pass ${needed}, or omit ${flag}`,
  ),
  'nothing-to-create': error<{ flags: string }>(
    ({ flags }) => `${flags} leaves nothing to create`,
    () => 'create the types, a controller, or both',
  ),
};
