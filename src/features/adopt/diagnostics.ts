import { error, note, warning } from '../../base/diagnostics/catalogue/entry.js';

/** Diagnostics of `adopt`. */
export const adoptDiagnostics = {
  'adopt-source': error<{ readonly folder: string; readonly reason: string }>(
    ({ folder, reason }) => `${folder} cannot be adopted: it ${reason}`,
    () => 'name the folder of a Go project, which has PROJECT or config/: --from ../webserver-operator',
  ),
  'go-project-unreadable': error<{ readonly reason: string }>(
    ({ reason }) => `PROJECT of the Go project cannot be read: ${reason}`,
    () => 'fix the file, or restore it from version control',
  ),
  'go-project-version': error<{ readonly version: string }>(
    ({ version }) => `PROJECT of the Go project has version ${version}; adopt reads versions 1 to 3`,
    () => 'remove PROJECT: adopt reads the CRDs, config/ and the code without it',
  ),
  'go-project-layout': error<{ readonly layout: string }>(
    ({ layout }) => `PROJECT has the layout ${layout}, which adopt does not support`,
    () =>
      'adopt reads projects of kubebuilder and operator-sdk; remove PROJECT: without it, adopt reads the CRDs and config/',
  ),
  'go-project-entry': warning<{ readonly lacks: string }>(
    ({ lacks }) => `PROJECT lists a resource without a ${lacks}, which adopt leaves out`,
    ({ lacks }) =>
      `add its ${lacks} to PROJECT of the Go project, and run adopt again; or create what it lists with create api and create webhook`,
  ),
  'go-project-group': note<{ readonly kind: string; readonly listed: string; readonly group: string }>(
    ({ kind, listed, group }) =>
      `PROJECT lists ${kind} in the group ${listed || 'without a name'}, but its definition has ${group}`,
    ({ group }) => `the new project has ${group}, which the API server knows`,
  ),
  'go-marker-group': warning<{ readonly kind: string; readonly listed: string; readonly group: string }>(
    ({ kind, listed, group }) =>
      `PROJECT lists ${kind} in the group ${listed || 'without a name'}, but the markers of the Go code have ${group}`,
    ({ group }) =>
      `the new project has ${group}; if that is wrong, correct PROJECT, and run npx operator-gen manifests`,
  ),
  'adopt-without-crds': error<{ readonly folder: string; readonly kinds: string; readonly remedy: string }>(
    ({ folder, kinds }) => `${folder} has no CustomResourceDefinitions${kinds && ` of its kinds: ${kinds}`}`,
    ({ remedy }) => remedy,
  ),
  'adopt-record': error<{ readonly path: string }>(
    ({ path }) => `${path} is the record of another project of operator-gen`,
    ({ path }) => `remove ${path} if PROJECT is that of a Go project`,
  ),
  'go-file-unread': warning<{ readonly path: string; readonly reason: string }>(
    ({ path, reason }) => `${path} is not read: ${reason}`,
    () => 'correct the file and run the command again, or port what it contains by hand',
  ),
  'kind-without-crd': warning<{ readonly kind: string; readonly apiVersion: string }>(
    ({ kind, apiVersion }) => `there is no CustomResourceDefinition of ${kind} of ${apiVersion}, so it gets no types`,
    () => 'generate it in the Go project with make manifests, and run the command again',
  ),
  'generated-differs': warning<{
    readonly path: string;
    readonly count: number;
    readonly differences: string;
  }>(
    ({ path, count }) => `${path} differs from that of the Go project; differences: ${count}`,
    ({ differences }) => `compare ${differences}`,
  ),
  'generated-equal': note<{ readonly count: number; readonly paths: string }>(
    ({ count }) => `generated files with the same objects as in the Go project: ${count}`,
    ({ paths }) => paths,
  ),
  'config-kept': note<{ readonly path: string; readonly count: number; readonly differences: string }>(
    ({ path, count }) => `${path} is kept; differences to the scaffolded file: ${count}`,
    ({ differences }) => `compare ${differences}`,
  ),
  'config-changed': note<{ readonly path: string; readonly what: string }>(
    ({ path, what }) => `${path} is written ${what}`,
    () => 'the new operator requires it; the rest of the file stays as it is',
  ),
  'argument-needed': warning<{ readonly argument: string; readonly reason: string }>(
    ({ argument, reason }) => `the operator needs the argument ${argument}, because ${reason}`,
    ({ argument }) => `add ${argument} to the arguments of its container, in the file or patch that sets them`,
  ),
  'lease-unknown': warning<{ readonly name: string }>(
    ({ name }) =>
      `the new operator uses the Lease ${name}, but the name that the earlier one uses is known only at run time: with different names, both operators are active at the same time`,
    () =>
      'set leaderElectionId in src/main.ts to the name of the Lease that the earlier operator holds: kubectl get leases in its namespace',
  ),
  'webhook-certificate': warning<{ readonly effect: string; readonly reason: string }>(
    ({ effect, reason }) => `${effect}, because ${reason}`,
    () =>
      'have the new operator issue the certificate: npx operator-gen create webhook --certificates self-signed, and add the arguments that it prints; or deploy a Certificate of cert-manager for the Secret, and set --webhook-cert-path',
  ),
  'webhook-elsewhere': warning<{ readonly services: string; readonly workloads: string }>(
    ({ services, workloads }) =>
      `${services} has the API server call the Pods of ${workloads}, which run another program: the webhooks of the new operator are not called`,
    ({ workloads }) =>
      `keep ${workloads}, which must then serve what config/webhook/manifests.yaml lists now; or set the selector of the Service to the labels of the operator's Pods, and mount the certificate there`,
  ),
  'metrics-not-served': warning<{ readonly address: string }>(
    ({ address }) => `the new operator serves no metrics; the Go operator serves them at ${address}`,
    () =>
      'add --metrics-bind-address with the address to the arguments of its container, and --metrics-secure=false if clients use HTTP',
  ),
  'metrics-authorized': warning<{ readonly address: string }>(
    ({ address }) =>
      `the new operator serves metrics at ${address} only to clients that the API server authorizes; the Go operator serves them over HTTPS to every client`,
    () =>
      'bind the ClusterRole of config/rbac/metrics_reader_role.yaml to the ServiceAccount of each scraper, which sends its token; or set --metrics-secure=false',
  ),
  'metrics-not-authorized': warning<{ readonly address: string }>(
    ({ address }) =>
      `the new operator serves metrics at ${address} over HTTP to every client; the Go operator serves them to authorized clients`,
    () =>
      'replace --metrics-secure=false in the arguments with --metrics-secure, and have scrapers use HTTPS; or restrict access with a NetworkPolicy',
  ),
  'kustomization-broken': warning<{ readonly path: string; readonly before: string; readonly reason: string }>(
    ({ path, before, reason }) => `kustomize cannot build ${path}, ${before}: ${reason}`,
    ({ path }) => `correct it, and build it again: npx operator-gen verify ${path}`,
  ),
  'deployment-breaks': error<{ readonly path: string; readonly reason: string }>(
    ({ path, reason }) => `kustomize can build ${path}, and could not after adopt: ${reason}`,
    () => 'change the entry or the patch that the reason names; or replace the files in config/ with adopt --force',
  ),
  'default-composed': note<{ readonly folders: string; readonly others: string }>(
    ({ folders }) => `config/default is new, and deploys what the Go project has in ${folders}`,
    ({ others }) =>
      others === ''
        ? 'build it, and compare it with what you deploy: npx operator-gen verify config/default'
        : `to deploy another one, list it in config/default/kustomization.yaml instead: ${others}`,
  ),
  'newly-deployed': warning<{ readonly what: string; readonly entry: string }>(
    ({ what }) => `config/default deploys ${what}, which it did not deploy before adopt`,
    ({ entry }) => `to leave it out, make the entry in the kustomization that lists it a comment: # - ${entry}`,
  ),
  'no-longer-deployed': warning<{ readonly what: string; readonly by: string; readonly file: string }>(
    ({ what, by }) => `${by} no longer deploys ${what}, which it deployed before adopt`,
    ({ file }) => `list ${file} in a kustomization, or delete the object from the clusters that have it`,
  ),
  'deployed-elsewhere': warning<{
    readonly what: string;
    readonly now: string;
    readonly before: string;
    readonly effect: string;
    readonly remedy: string;
  }>(
    ({ what, now, before, effect }) => `config/default deploys ${what} ${now}, before adopt ${before}${effect}`,
    ({ remedy }) => `${remedy}; delete the objects of before from the clusters that have them`,
  ),
  'deployed-renamed': warning<{ readonly what: string; readonly name: string }>(
    ({ what, name }) => `config/default deploys ${what} with the name ${name}`,
    ({ what }) => `update all references to the old name, and delete ${what} from the clusters that have it`,
  ),
  'deployed-differs': warning<{
    readonly what: string;
    readonly by: string;
    readonly fields: string;
    readonly differences: string;
  }>(
    ({ what, by, fields }) => `${by} deploys ${what} with other values than before adopt: ${fields}`,
    ({ differences }) => `compare ${differences}`,
  ),
  'immutable-differs': warning<{
    readonly what: string;
    readonly by: string;
    readonly fields: string;
    readonly deletion: string;
    readonly values: string;
  }>(
    ({ what, by, fields }) =>
      `${by} deploys ${what} with other values in immutable fields, so clusters that have it reject make deploy: ${fields}`,
    ({ deletion, values }) =>
      `delete it there before make deploy: ${deletion}; or keep the values that were deployed: ${values}`,
  ),
  'role-differs': warning<{ readonly role: string; readonly change: string }>(
    ({ role, change }) => `${role} ${change}`,
    () => 'declare what the operator needs, and nothing else, with @Rbac in src/, or correct the patches of the role',
  ),
  'webhooks-not-deployed': warning<{ readonly path: string; readonly entry: string }>(
    ({ path, entry }) =>
      `the webhooks of the operator are not deployed, because config/default deployed none: ${path} omits ${entry}`,
    ({ entry }) =>
      `to deploy them, replace the comment # - ${entry} with the entry, and make config/default deploy the Service that they call`,
  ),
  'config-files': note<{ readonly what: string; readonly count: number; readonly paths: string }>(
    ({ what, count }) => `files in config/ that ${what}: ${count}`,
    ({ paths }) => paths,
  ),
  'config-equal': note<{ readonly count: number; readonly total: number }>(
    ({ count, total }) => `files in config/ with the same objects as the scaffolded ones: ${count} of ${total}`,
    () => 'they stay as they are',
  ),
  'go-file-kept': note<{ readonly path: string; readonly instead: string }>(
    ({ path }) => `${path} stays as it is`,
    ({ instead }) => instead,
  ),
  'not-carried-over': note<{ readonly what: string; readonly instead: string }>(
    ({ what }) => `not carried over: ${what}`,
    ({ instead }) => instead,
  ),
};
