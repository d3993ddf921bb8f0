import { setTimeout as sleep } from 'node:timers/promises';
import { toConvert } from './apply.js';
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
  await removeObjects(cluster, crds);
  const deletion = [`--ignore-not-found=${ignoreNotFound}`, '--wait=true', `--timeout=${cluster.timeout}s`];
  for (const part of [documents.filter((each) => !isDefinition(each)), documents.filter(isDefinition)])
    await removeDocuments(cluster, part, crds, deletion);
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
async function removeObjects(cluster: Cluster, crds: readonly string[]): Promise<void> {
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
  for (;;) {
    const left = await objectsOfAll(cluster, crds);
    if (left.length === 0) return;
    if (Date.now() >= deadline) throw refusal(stillThere(cluster, left), 'The operator and the CRDs were not deleted.');
    await sleep(Math.min(1000, deadline - Date.now()));
  }
}

/** Lists the objects that remain at the time limit, and their finalizers. */
function stillThere({ timeout }: Cluster, objects: readonly Found[]): string {
  const lines = objects.map(({ crd, name, finalizers }) =>
    finalizers === '' ? `  ${crd} ${name}` : `  ${crd} ${name}: finalizers ${finalizers}`,
  );
  return [
    `Time limit of ${timeout} s: these objects still exist:`,
    ...atMost(lines),
    'Their finalizers wait for the operator. Check its logs; if it can no longer run, remove the finalizers with kubectl edit.',
  ].join('\n');
}

/** Deletes objects and waits until they are gone. When the time limit expires, lists the remaining objects of the CRDs. */
async function removeDocuments(
  cluster: Cluster,
  documents: readonly Document[],
  crds: readonly string[],
  deletion: readonly string[],
): Promise<void> {
  if (documents.length === 0) return;
  try {
    // kubectl stops at its own limit, and then reports the objects that it waits for.
    const timeoutMs = (cluster.timeout + 10) * 1000;
    await cluster.kubectl(['delete', ...deletion, '-f', '-'], { input: joined(documents), show: true, timeoutMs });
  } catch (error) {
    const left = await objectsOfAll(cluster, crds).catch(() => []);
    if (left.length > 0) console.error(stillThere(cluster, left));
    throw error;
  }
}
