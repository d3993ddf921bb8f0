import { error, warning } from './entry.js';
import { shellLine } from '../shell-line.js';

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
    ({ folder }) => `there is no PROJECT file in ${folder} or above it`,
    () => 'run this in a project, or make one with: operator-gen init',
  ),
  'untrusted-project': error<{ folder: string; part: string; reason: string }>(
    ({ folder, part, reason }) => `${part} ${folder} ${reason}`,
    ({ folder }) =>
      `work in a folder of your own; if you trust everybody who can write there, set OPERATOR_GEN_TRUSTED_FOLDERS=${folder}`,
  ),
  'project-exists': error<{ file: string }>(
    ({ file }) => `this folder is a project already: ${file} is there`,
    () => 'add to it with operator-gen create api, or run init in another folder',
  ),
  'unreadable-project': error<{ reason: string }>(
    ({ reason }) => `PROJECT cannot be read: ${reason}`,
    () => 'correct the file, or restore it from version control',
  ),
  'invalid-project': error<{ key: string; reason: string }>(
    ({ key, reason }) => `PROJECT: ${key} ${reason}`,
    ({ key }) => `correct ${key} in PROJECT`,
  ),
  'unsupported-project-version': error<{ version: string }>(
    ({ version }) => `PROJECT has version ${version}, and this operator-gen reads version 3`,
    () => 'a later version is read by a later release of operator-gen, an earlier one by none',
  ),
  'unsupported-layout': error<{ layout: string }>(
    ({ layout }) =>
      `PROJECT has the layout ${layout}, which is ${layout.includes('kubebuilder.io') ? "kubebuilder's" : "another tool's"}`,
    () => 'run this in a project that operator-gen made: its layout is typescript.operator-gen/v1',
  ),
  'api-not-found': error<{ kind: string; apiVersion: string; known: readonly string[] }>(
    ({ kind, apiVersion }) => `PROJECT lists no kind ${kind} of ${apiVersion}`,
    ({ known }) => (known.length === 0 ? 'the project has no APIs' : `it lists ${known.join(', ')}`),
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
    ({ flag, value, what, rule }) => `${flag}: ${JSON.stringify(value)} is no ${what}: ${rule}`,
    ({ flag, instead, example }) =>
      instead === undefined
        ? `follow the rule, for example: ${nameAsWritten(flag, example)}`
        : `perhaps: ${nameAsWritten(flag, instead)}`,
  ),
  'invalid-header': error<{ file: string; reason: string }>(
    ({ file, reason }) => `the header ${file} cannot stand in generated files: ${reason}`,
    () => 'correct the file, or headerFile and year under plugins in PROJECT',
  ),
  'invalid-sample': warning<{ reason: string }>(
    ({ reason }) => `the API server would refuse this sample: ${reason}`,
    () => 'correct the sample; it was edited by hand, so it is not written anew',
  ),
  'protected-group': warning<{ apiGroup: string }>(
    ({ apiGroup }) => `the API group ${apiGroup} belongs to the Kubernetes project`,
    () =>
      'choose a domain of your own; otherwise an API server refuses the CRD without the annotation api-approved.kubernetes.io',
  ),
  'api-exists': error<{ kind: string; difference: string; flag: string }>(
    ({ kind, difference }) => `the kind ${kind} exists already, and ${difference}`,
    ({ flag }) => `leave ${flag} as it was, or scaffold the kind anew with --force`,
  ),
  'kind-taken': error<{ plural: string; group: string; kind: string }>(
    ({ plural, group, kind }) => `the plural ${plural} in ${group} belongs to the kind ${kind}`,
    () => 'choose another one with --plural',
  ),
  'kind-case-conflict': error<{ kind: string; other: string }>(
    ({ kind, other }) => `${kind} differs from the kind ${other} by the case of its letters alone`,
    () => 'choose another name: the two would have the same files and the same plural',
  ),
  'multigroup-required': error<{ group: string; existing: string; short: string }>(
    ({ group, existing }) =>
      `this project has the group ${existing}, and a second one, ${group}, has no place in its layout`,
    ({ short }) =>
      `give every group its folder: operator-gen edit --multigroup; or ${short === '' ? 'leave --group out' : `use ${shellLine(['--group', short])}`}`,
  ),
  'types-missing': warning<{ kind: string }>(
    ({ kind }) =>
      `the controller of ${kind} knows its objects as KubernetesObject: this project does not have the types`,
    () => 'make them with create api and --no-controller; for a kind of others give --external-api-package',
  ),
  'conflicting-types-source': error<{ kind: string; owner: string; ours: boolean }>(
    ({ kind, owner }) => `PROJECT has the types of ${kind} from ${owner}`,
    ({ ours }) => (ours ? 'leave --external-api-package out' : 'leave them there: give --no-resource'),
  ),
  'external-types': error<{ flag: string }>(
    ({ flag }) => `${flag} names the package that has the types, and --resource would make them here`,
    () => 'give --no-resource, or leave the package out',
  ),
  'built-in-kind-not-found': error<{
    kind: string;
    apiVersion: string;
    versions: readonly string[];
    suggestion: string | undefined;
  }>(
    ({ kind, apiVersion }) => `Kubernetes has no kind ${kind} of ${apiVersion}`,
    ({ versions, suggestion }) =>
      suggestion !== undefined
        ? `did you mean ${suggestion}?`
        : versions.length > 0
          ? `it is there in ${versions.join(', ')}`
          : 'for a kind of your own leave --no-resource out',
  ),
  'core-kind-name': warning<{ kind: string; group: string; apiGroup: string }>(
    ({ kind, group, apiGroup }) => `Kubernetes has a kind ${kind} of ${group}; this is another one, of ${apiGroup}`,
    () => "for a controller of Kubernetes' own kind: delete api, and create api with --no-resource",
  ),
  'controller-name-required': error<{ kind: string; names: readonly string[] }>(
    ({ kind, names }) => `${kind} has controllers already (${names.join(', ')}): another one needs a name`,
    () => 'give --controller-name, or --no-controller to add none',
  ),
  'controller-name-taken': error<{ name: string; kind: string }>(
    ({ name, kind }) => `--controller-name: ${name} is the name of a controller of ${kind}`,
    () => 'choose another name: logs and metrics tell controllers apart by it',
  ),
  'controller-class-taken': error<{ name: string; className: string; other: string }>(
    ({ name, className, other }) => `--controller-name: ${name} would make the class ${className}, as ${other} does`,
    () => 'choose a name that differs in more than dashes',
  ),
  'nothing-to-edit': error<Record<never, never>>(
    () => 'no setting was given that is to change',
    () => 'give one, such as --multigroup, --namespaced or --license; operator-gen edit --help lists them',
  ),
  'project-renamed': warning<{ old: string; fresh: string }>(
    ({ old, fresh }) =>
      `what is deployed as ${old} stays as it is, in its namespace ${old}-system: a cluster gets a second operator, ${fresh}`,
    () => 'take the old one away, its CRDs excepted, before the new one is deployed',
  ),
  'lease-renamed': warning<{ old: string; fresh: string }>(
    ({ old, fresh }) =>
      `copies of the operator elect their leader by the Lease ${fresh}, and those that run do so by ${old}`,
    () => 'stop the old copies before new ones start: two leaders would work at the same time',
  ),
  'conflicting-flags': error<{ one: string; other: string }>(
    ({ one, other }) => `${one} and ${other} do not go together`,
    () => 'give one of the two',
  ),
  'invalid-license': error<{ file: string; reason: string }>(
    ({ file, reason }) => `--license-file: ${file} cannot stand at the beginning of files: ${reason}`,
    () => 'write the words alone, or one comment between /* and */; YEAR stands for the year',
  ),
  'cluster-scoped-kind': warning<{ kind: string; namespace: string }>(
    ({ kind, namespace }) =>
      `objects of ${kind} belong to the cluster, and the operator looks after the namespace ${namespace} alone`,
    () =>
      'its rights to them stay in the ClusterRole manager-role: who deploys the operator has to be allowed to grant it',
  ),
  'dangling-kustomization-entry': warning<{ entry: string }>(
    ({ entry }) => `${entry} is not there, and without it nothing is built from this`,
    () => 'put the file back, e.g. from version control, or take the entry away',
  ),
  'unbound-permission': warning<{ namespace: string }>(
    ({ namespace }) => `the operator is not given this: it looks after the namespace ${namespace} alone`,
    ({ namespace }) => `add namespace: '${namespace}' to the marker, or bind the ClusterRole manager-role yourself`,
  ),
  'permission-namespace-unchanged': warning<{ namespace: string }>(
    ({ namespace }) => `this permission is for the namespace ${namespace}, and stays so`,
    () => 'change it by hand if it has to follow',
  ),
  'multigroup-in-use': error<{ groups: readonly string[] }>(
    ({ groups }) => `the groups ${groups.join(' and ')} cannot share one folder`,
    () => 'keep --multigroup, or take the APIs of all groups but one away first: operator-gen delete api',
  ),
  'kinds-share-files': error<{ path: string; kinds: readonly string[] }>(
    ({ path, kinds }) => `${kinds.join(' and ')} would both have the file ${path}`,
    () => 'give every group its folder (operator-gen edit --multigroup), or a controller a name (--controller-name)',
  ),
  'nothing-to-rename': error<Record<never, never>>(
    () => 'no new name was given',
    () => 'give one: --to-kind, --to-plural or --to-group',
  ),
  'rename-requires-kind': error<{ flag: string }>(
    ({ flag }) => `${flag} is about one kind, and none was named`,
    () => 'name it with --kind; without it all kinds of the group get another group',
  ),
  'kind-not-found': error<{ group: string; kind: string | undefined; known: readonly string[] }>(
    ({ group, kind }) => `PROJECT lists no kind ${kind === undefined ? '' : `${kind} `}of ${group}`,
    ({ known }) => (known.length === 0 ? 'the project has no APIs' : `it lists ${known.join(', ')}`),
  ),
  'external-rename': error<{ kind: string }>(
    ({ kind }) => `${kind} is not a kind of this project: whoever makes it has given it its name`,
    () => 'rename kinds that operator-gen create api has made',
  ),
  'name-taken': error<{ what: string; name: string; group: string; kind: string }>(
    ({ what, name, group, kind }) => `the ${what} ${name} is taken in ${group}, by ${kind}`,
    () => 'choose another one',
  ),
  'partial-group-rename': error<{ kinds: readonly string[]; group: string; newGroup: string }>(
    ({ kinds, group, newGroup }) =>
      `${kinds.join(', ')} would stay in ${group}, and beside it ${newGroup} has no place in the layout`,
    () =>
      'leave --kind out, so that the whole group goes; or give each group its folder: operator-gen edit --multigroup',
  ),
  'renamed-crd': warning<{ gone: string; come: string }>(
    ({ gone, come }) =>
      gone === come
        ? `the CRD ${gone} gets another kind: objects in a cluster are read as the new one, and clients that name the old one fail`
        : `a cluster gets a new CRD, ${come}; ${gone} and its objects stay there as they are, and nobody looks after them`,
    () =>
      'before you deploy this, write the objects anew under the new name, and delete the old CRD when they are there',
  ),
  'packages-missing': error<{ folder: string; file: string }>(
    ({ folder, file }) => `OPERATOR_GEN_PACKAGES names ${folder}, which has no file ${file}`,
    () => 'pack both packages into one folder: npm run pack:local -- <folder>',
  ),
  'flag-requires-flag': error<{ flag: string; needed: string }>(
    ({ flag, needed }) => `${flag} says nothing without ${needed}`,
    ({ flag, needed }) => `give ${needed} as well, or leave ${flag} out`,
  ),
  'invalid-package': error<{ path: string }>(
    ({ path }) => `--external-api-package: ${JSON.stringify(path)} is no package, nor a module of one`,
    ({ path }) =>
      path.lastIndexOf('@') > 0
        ? 'the version belongs to --external-api-module'
        : 'write what an import would name, such as @example/certificates/v1',
  ),
  'invalid-module': error<{ module: string; name: string }>(
    ({ module, name }) => `--external-api-module: ${JSON.stringify(module)} is not the package ${name} with a version`,
    ({ name }) => `write ${name}@1.2.3, or leave it out and install the package by yourself`,
  ),
  'module-version-conflict': error<{ module: string }>(
    ({ module }) => `PROJECT has ${module}, and a project has one version of a package`,
    ({ module }) => `give --external-api-module ${module}, or leave it out`,
  ),
  'nothing-to-create': error<{ flags: string }>(
    ({ flags }) => `${flags} leaves nothing to create`,
    () => 'ask for the types, for a controller, or for both',
  ),
};
