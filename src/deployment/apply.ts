import { canCallWebhooks } from './build.js';
import { refusal, type Cluster } from './cluster.js';
import { isConverted, isDefinition, joined, redirectedIn, withoutAddresses, type Document } from './manifests.js';
import { RunError } from './run.js';

/** Returns the command that runs the operator on this machine. */
export function localRun(webhooks: boolean): string {
  return webhooks ? 'make run WEBHOOK_URL=https://<address of this machine>:9443' : 'make run';
}

/** The remedy for objects that cannot be read because no operator converts them. */
export const toConvert = `Deploy the operator (make deploy), or run it on this machine: ${localRun(true)}`;

const applied = ['apply', '--server-side', '--force-conflicts', '-f', '-'] as const;

/**
 * Applies manifests with server-side apply, because a large CRD does not fit into the annotation of client-side apply.
 * Nothing is applied if the API server rejects an object: kubectl would apply the others, and leave an incomplete
 * operator.
 */
export async function apply(cluster: Cluster, documents: readonly Document[]): Promise<void> {
  const texts = await withoutRedirected(cluster, documents);
  await refuseRejected(cluster, documents, texts);
  await cluster.kubectl(applied, { input: joined(texts), show: true });
}

/**
 * Fails if the API server itself rejects an object in a dry run. Everything else that fails in it may succeed
 * afterwards: objects in a namespace that does not exist yet, and objects that are rejected by a webhook or policy,
 * which this deployment may replace. Objects of the project's own kinds depend on the CRDs that are not applied yet.
 */
async function refuseRejected(
  { kubectl }: Cluster,
  documents: readonly Document[],
  texts: readonly Pick<Document, 'text'>[],
): Promise<void> {
  const own = new Set(documents.filter(isDefinition).map(({ group }) => group));
  const asked = texts.filter((_, at) => isDefinition(documents[at]!) || !own.has(documents[at]!.group));
  try {
    await kubectl([...applied, '--dry-run=server'], { input: joined(asked) });
  } catch (error) {
    if (!(error instanceof RunError) || error.ended) throw error;
    const rejections = rejectionsIn(error.stderr);
    const lines = [...rejections, ...replacements(rejections, documents), 'Nothing was applied.'];
    if (rejections.length > 0) throw new RunError(lines.join('\n'), error.exitCode);
  }
}

/** Returns the messages of kubectl about objects that the API server rejects, including their continuation lines. */
function rejectionsIn(stderr: string): readonly string[] {
  return stderr
    .split(/^(?=Error from server\b|error: |Warning: |The \S+ ".*" is invalid:)/m)
    .map((message) => message.trimEnd())
    .filter((message) =>
      /^(?:Error from server \((?:Invalid|Forbidden|BadRequest|RequestEntityTooLarge)\)|The )/.test(message),
    )
    .filter((message) => !/\bdenied (?:the )?request\b|does not support dry run/.test(message));
}

/** Kinds with immutable fields whose objects can be deleted, because the deployment creates them again as a whole. */
const replaceable: ReadonlySet<string> = new Set([
  ...['Deployment', 'DaemonSet', 'ReplicaSet', 'StatefulSet', 'Job'],
  ...['RoleBinding', 'ClusterRoleBinding', 'PriorityClass', 'StorageClass'],
]);
const immutable = /field is immutable|cannot change roleRef|may not be changed in an update|updates to \w+ spec/;

/** Returns how to replace each object that was rejected because the values of its immutable fields differ. */
function replacements(rejections: readonly string[], documents: readonly Document[]): readonly string[] {
  const found = rejections.filter((each) => immutable.test(each));
  // kubectl writes a single message without the group.
  const isStuck = ({ kind, group, name }: Document): boolean =>
    [`${kind}.${group}`, `The ${kind}`].some((what) =>
      found.some((each) => each.includes(`${what} "${name}" is invalid:`)),
    );
  return documents
    .filter((each) => replaceable.has(each.kind) && isStuck(each))
    .map(({ kind, name, object: { metadata } }) => {
      const scope = metadata.namespace === undefined ? '' : ` --namespace=${metadata.namespace}`;
      return `Immutable fields need a new object. Delete this one, and deploy again: kubectl delete ${kind.toLowerCase()} ${name}${scope}`;
    });
}

/**
 * Omits the addresses of webhooks that `make run WEBHOOK_URL=...` has redirected to itself, because the API server
 * would reject a second address. The operator restores the Service when it ends.
 */
async function withoutRedirected(
  { kubectl }: Cluster,
  documents: readonly Document[],
): Promise<readonly Pick<Document, 'text'>[]> {
  const names = documents.filter(canCallWebhooks).map(({ kind, name }) => `${kind.toLowerCase()}/${name}`);
  if (names.length === 0) return documents;
  const annotation = '.metadata.annotations.operator-gen\\.dev/redirected-webhooks';
  const columns = `--output=custom-columns=KIND:.kind,NAME:.metadata.name,REDIRECT:${annotation}`;
  const redirected = redirectedIn(await kubectl(['get', ...names, '--ignore-not-found', '--no-headers', columns]));
  for (const { kind, name, url } of redirected) console.log(`${kind} ${name}: the webhooks stay redirected to ${url}`);
  return documents.map((each) => {
    const found = redirected.find(({ kind, name }) => kind === each.kind && name === each.name);
    return found === undefined ? each : { text: withoutAddresses(each, found.webhooks) };
  });
}

/** Reports which objects cannot be read yet, because no operator converts them. */
export async function reportConversions({ kubectl }: Cluster, documents: readonly Document[]): Promise<void> {
  const names = documents.filter(isConverted).map(({ name }) => name);
  if (names.length === 0) return;
  const service = '.spec.conversion.webhook.clientConfig.service';
  const columns = `--output=custom-columns=NAME:.metadata.name,NAMESPACE:${service}.namespace,SERVICE:${service}.name`;
  const lines = (await kubectl(['get', 'customresourcedefinitions', ...names, '--no-headers', columns])).split('\n');
  for (const line of lines) {
    const [crd = '', namespace = '', name = '<none>'] = line.trim().split(/\s+/);
    // Without a Service, the webhook is redirected to a process outside of the cluster.
    if (name === '<none>') continue;
    if (await kubectl(['get', 'service', name, `--namespace=${namespace}`, '--ignore-not-found', '--output=name']))
      continue;
    console.log(
      `${crd}: the operator converts the objects, and the cluster does not have its Service ${namespace}/${name}. Until it does, requests that need a conversion fail. ${toConvert}`,
    );
  }
}

/** The remedies for APIs that are not part of Kubernetes and that a cluster lacks, by group. */
const remedies: ReadonlyMap<string, string> = new Map([
  [
    'cert-manager.io',
    'Install cert-manager (https://cert-manager.io/docs/installation/), or do without it: npx operator-gen create webhook --certificates self-signed for webhooks, npx operator-gen edit --disable metrics-certs for metrics.',
  ],
  [
    'monitoring.coreos.com',
    'Install the Prometheus operator (https://prometheus-operator.dev), or omit the ServiceMonitor: npx operator-gen edit --disable prometheus.',
  ],
]);

/** Fails for kinds that the cluster lacks: kubectl would apply the other objects, and leave an incomplete operator. */
export async function refuseUnknownKinds(cluster: Cluster, documents: readonly Document[]): Promise<void> {
  const own = new Set(documents.filter(isDefinition).map(({ group }) => group));
  const asked = new Map(
    documents
      .filter(({ group }) => group.includes('.') && !group.endsWith('.k8s.io') && !own.has(group))
      .map(({ apiVersion, group }) => [apiVersion, group]),
  );
  const problems: string[] = [];
  for (const [apiVersion, group] of asked) {
    if (await serves(cluster, apiVersion)) continue;
    const kinds = [...new Set(documents.filter((each) => each.apiVersion === apiVersion).map(({ kind }) => kind))];
    const remedy = remedies.get(group) ?? `Install the API ${group}.`;
    problems.push(`The cluster does not have ${apiVersion} (${kinds.join(', ')}). ${remedy}`);
  }
  if (problems.length > 0) throw refusal(...problems, 'Nothing was applied.');
}

async function serves({ kubectl }: Cluster, apiVersion: string): Promise<boolean> {
  try {
    await kubectl(['get', '--raw', `/apis/${apiVersion}`]);
    return true;
  } catch (error) {
    if (error instanceof RunError && /\bNotFound\b|could not find the requested resource/.test(error.stderr))
      return false;
    throw error;
  }
}
