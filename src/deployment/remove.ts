import { setTimeout as sleep } from 'node:timers/promises';
import { localRun, toConvert } from './apply.js';
import { isWebhookConfiguration } from './build.js';
import { refusal, type Cluster } from './cluster.js';
import { isDefinition, joined, namesOfKind, type Document } from './manifests.js';
import { RunError } from './run.js';

/** An object of a CRD that is in the way of its removal. */
interface Found {
  readonly crd: string;
  /** With its namespace, if it has one. */
  readonly name: string;
  readonly finalizers: string;
}

/** Deletes objects in an order that orphans nothing: those of the CRDs, then the operator, then the CRDs. */
export async function remove(cluster: Cluster, documents: readonly Document[], ignoreNotFound: boolean): Promise<void> {
  const crds = await installedCRDs(cluster, documents);
  const callers = documents.filter(isWebhookConfiguration);
  await removeObjects(cluster, crds, callers);
  const deletion = [`--ignore-not-found=${ignoreNotFound}`, '--wait=true', `--timeout=${cluster.timeout}s`];
  for (const part of [documents.filter((each) => !isDefinition(each)), documents.filter(isDefinition)])
    await removeDocuments(cluster, part, crds, { deletion, callers });
}

/** Fails if the cluster has resources of this project: the cleanup of the tests would delete them. */
export async function refuseUsed(cluster: Cluster, documents: readonly Document[]): Promise<void> {
  const crds = (await installedCRDs(cluster, documents)).map((name) => `customresourcedefinition/${name}`);
  const names = namesOfKind(documents, 'Namespace');
  const namespaces = await cluster.kubectl(['get', 'namespaces', ...names, '--ignore-not-found', '--output=name']);
  const found = [...namespaces.split('\n').filter(Boolean), ...crds];
  if (found.length > 0) {
    throw refusal(
      `Stopped: the cluster already has resources of this project: ${found.join(', ')}. Use another cluster, or undeploy first.`,
    );
  }
}

/** Returns the CRDs of manifests that exist in the cluster. */
async function installedCRDs({ kubectl }: Cluster, documents: readonly Document[]): Promise<readonly string[]> {
  const names = namesOfKind(documents, 'CustomResourceDefinition');
  if (names.length === 0) return [];
  const found = await kubectl(['get', 'customresourcedefinitions', ...names, '--ignore-not-found', '--output=name']);
  return found.split('\n').flatMap((line) => line.split('/')[1] ?? []);
}

async function objectsOf(cluster: Cluster, crd: string): Promise<readonly Found[]> {
  const line = '{.metadata.namespace}{"\\t"}{.metadata.name}{"\\t"}{.metadata.finalizers}{"\\n"}';
  const output = `--output=jsonpath={range .items[*]}${line}{end}`;
  const read = (): Promise<string> => cluster.kubectl(['get', crd, '--all-namespaces', output]);
  const lines = (await withoutConversion(cluster, crd, read)).split('\n');
  return lines.filter(Boolean).map((each) => {
    const [namespace = '', name = '', finalizers = ''] = each.split('\t');
    return { crd, name: namespace === '' ? name : `${namespace}/${name}`, finalizers };
  });
}

/**
 * Reads the objects of a CRD, also where nobody converts them: they are deleted with the CRD, so that their versions no longer
 * matter.
 */
async function withoutConversion(cluster: Cluster, crd: string, read: () => Promise<string>): Promise<string> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof RunError) || !error.stderr.includes('conversion webhook for ')) throw error;
    if (!cluster.force) {
      throw refusal(
        `Stopped: the objects of ${crd} cannot be read, because the operator does not convert them: ${error.stderr.trim()}`,
        toConvert,
        `To delete them without it: ${forced(cluster)}`,
        'Nothing was deleted.',
      );
    }
    const patch = JSON.stringify({ spec: { conversion: { strategy: 'None', webhook: null } } });
    const args = ['patch', 'customresourcedefinition', crd, '--type=merge', `--patch=${patch}`];
    await cluster.kubectl(args, { show: true });
    return read();
  }
}

/** Returns the same command with the permission to delete objects. */
function forced({ verb }: Cluster): string {
  return `make ${verb} FORCE=true, or npm run cluster:${verb} -- --force`;
}

async function objectsOfAll(cluster: Cluster, crds: readonly string[]): Promise<readonly Found[]> {
  return (await Promise.all(crds.map((crd) => objectsOf(cluster, crd)))).flat();
}

/** Limits lines, and adds the number of the others. */
function atMost(lines: readonly string[], limit = 20): readonly string[] {
  const more = lines.length - limit;
  return more > 0 ? [...lines.slice(0, limit), `  and ${more} more`] : lines;
}

/** Deletes the objects of CRDs if allowed, and waits until they are gone, while their operator still runs. */
async function removeObjects(cluster: Cluster, crds: readonly string[], callers: readonly Document[]): Promise<void> {
  const objects = await objectsOfAll(cluster, crds);
  if (objects.length === 0) return;
  if (!cluster.force) {
    throw refusal(
      'Stopped: deleting the CRDs would also delete these objects:',
      ...atMost(objects.map(({ crd, name }) => `  ${crd} ${name}`)),
      `To delete the objects first, while the operator still runs: ${forced(cluster)}`,
      'Nothing was deleted.',
    );
  }
  for (const crd of new Set(objects.map((each) => each.crd)))
    await cluster.kubectl(['delete', crd, '--all', '--all-namespaces', '--wait=false'], { show: true });
  const deadline = Date.now() + cluster.timeout * 1000;
  for (let attempt = 0; ; attempt += 1) {
    const left = await objectsOfAll(cluster, crds);
    if (left.length === 0) return;
    if (Date.now() >= deadline)
      throw refusal(stillThere(cluster, left, callers), 'The operator and the CRDs were not deleted.');
    if (attempt % 10 === 1) console.log(waiting(left, deadline));
    await sleep(Math.min(1000, deadline - Date.now()));
  }
}

function withFinalizers({ crd, name, finalizers }: Found): string {
  return finalizers === '' ? `${crd} ${name}` : `${crd} ${name}: finalizers ${finalizers}`;
}

/** Says what is waited for, and how long at most. */
function waiting(objects: readonly Found[], deadline: number): string {
  const [first, ...others] = objects.map(withFinalizers);
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `Waiting up to ${Math.ceil((deadline - Date.now()) / 1000)} s for the deletion of ${first}${more}`;
}

/**
 * Lists the objects that remain at the time limit, and their finalizers.
 *
 * @param callers the webhook configurations of the operator, which refuse changes while nobody serves them
 */
function stillThere({ timeout }: Cluster, objects: readonly Found[], callers: readonly Document[]): string {
  const names = callers.map(({ kind, name }) => `${kind.toLowerCase()}/${name}`);
  const first =
    names.length === 0
      ? ''
      : `delete its webhooks, which would refuse the change (kubectl delete ${names.join(' ')}), and `;
  return [
    `Time limit of ${timeout} s: these objects still exist:`,
    ...atMost(objects.map((each) => `  ${withFinalizers(each)}`)),
    `Their finalizers wait for the operator. Check its logs, or run it on this machine: ${localRun(names.length > 0)}`,
    `If it can no longer run, ${first}remove the finalizers with kubectl edit.`,
  ].join('\n');
}

/** Deletes objects and waits until they are gone. When the time limit expires, lists the remaining objects of the CRDs. */
async function removeDocuments(
  cluster: Cluster,
  documents: readonly Document[],
  crds: readonly string[],
  { deletion, callers }: { readonly deletion: readonly string[]; readonly callers: readonly Document[] },
): Promise<void> {
  if (documents.length === 0) return;
  try {
    // kubectl stops at its own limit, and then reports the objects that it waits for.
    const timeoutMs = (cluster.timeout + 10) * 1000;
    await cluster.kubectl(['delete', ...deletion, '-f', '-'], { input: joined(documents), show: true, timeoutMs });
  } catch (error) {
    const left = await objectsOfAll(cluster, crds).catch(() => []);
    if (left.length > 0) console.error(stillThere(cluster, left, callers));
    throw error;
  }
}
