import { setTimeout as sleep } from 'node:timers/promises';
import { localRun, toConvert } from './apply.js';
import { isWebhookConfiguration } from './build.js';
import { refusal, type Cluster } from './cluster.js';
import { isConverted, isDefinition, joined, namesOfKind, type Document } from './manifests.js';
import { missingIn, named } from './missing.js';
import { RunError } from './run.js';

/** A CRD of this project that exists in the cluster. */
interface Installed {
  readonly name: string;
  /** The served versions in which objects are stored; the version for new objects first. */
  readonly stored: readonly string[];
}

/** An object of a CRD that prevents its removal. */
interface Found {
  readonly crd: string;
  /** The resource through which it was read, with a version that needs no conversion if there is one. */
  readonly resource: string;
  /** With its namespace, if it has one. */
  readonly name: string;
  readonly finalizers: string;
}

/** The webhooks that the operator must serve before the deletion of objects can finish. */
interface Served {
  /** The webhook configurations in the cluster that cause changes to be rejected while the webhooks are not served. */
  readonly callers: readonly string[];
  readonly converts: boolean;
}

const stays = 'The operator and the CRDs were not deleted.';

/** Options of a removal. */
interface Removal {
  /** Webhook configurations of the operator that are kept. */
  readonly kept?: readonly Document[];
  /** Whether the removal fails at the end if the cluster lacks some of the objects. */
  readonly failNotFound?: boolean | undefined;
}

/**
 * Deletes objects in an order that orphans nothing: those of the CRDs, then the operator, then the CRDs. A step does
 * not fail because of an object that the cluster lacks: after a failed step, or when the project has more objects than
 * were deployed, the rest must still be deleted.
 */
export async function remove(
  cluster: Cluster,
  documents: readonly Document[],
  { kept = [], failNotFound = false }: Removal = {},
): Promise<void> {
  const crds = await installedCRDs(cluster, documents);
  const left = await installedNames(cluster, kept);
  const own = await installedNames(cluster, documents.filter(isWebhookConfiguration));
  const served = { callers: [...own, ...left], converts: documents.some(isConverted) };
  const missing = await missingIn(cluster, documents);
  await removeObjects(cluster, crds, served);
  const present = documents.filter((each) => !missing.has(each));
  for (const part of [present.filter((each) => !isDefinition(each)), present.filter(isDefinition)])
    await removeDocuments(cluster, part, crds, served);
  if (left.length > 0) {
    console.error(
      `Warning: these webhook configurations stay, and requests for what they select fail while no operator serves them. To delete them: kubectl delete ${left.join(' ')}`,
    );
  }
  if (missing.size === 0) return;
  const message = `Not found in the cluster: ${named(documents.filter((each) => missing.has(each)))}`;
  if (failNotFound) throw refusal(message);
  console.log(message);
}

/** Fails if the cluster has resources of this project, because the cleanup of the tests would delete them. */
export async function refuseUsed(cluster: Cluster, documents: readonly Document[]): Promise<void> {
  const crds = (await installedCRDs(cluster, documents)).map(({ name }) => `customresourcedefinition/${name}`);
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
async function installedCRDs({ kubectl }: Cluster, documents: readonly Document[]): Promise<readonly Installed[]> {
  const names = namesOfKind(documents, 'CustomResourceDefinition');
  if (names.length === 0) return [];
  const versions = (field: string): string => `.spec.versions[?(@.${field}==true)].name`;
  const columns = `NAME:.metadata.name,SERVED:${versions('served')},STORAGE:${versions('storage')},STORED:.status.storedVersions[*]`;
  const output = ['--ignore-not-found', '--no-headers', `--output=custom-columns=${columns}`];
  const lines = (await kubectl(['get', 'customresourcedefinitions', ...names, ...output])).split('\n');
  return lines.filter(Boolean).map((line) => {
    const [name = '', served = '', storage = '', stored = ''] = line.trim().split(/\s+/);
    const isServed = new Set(served.split(','));
    return { name, stored: [...new Set([storage, ...stored.split(',')])].filter((each) => isServed.has(each)) };
  });
}

/** Returns the names, in kubectl's form, of those documents that exist in the cluster. */
async function installedNames({ kubectl }: Cluster, documents: readonly Document[]): Promise<readonly string[]> {
  if (documents.length === 0) return [];
  const names = documents.map(({ kind, name }) => `${kind.toLowerCase()}/${name}`);
  const found = await kubectl(['get', ...names, '--ignore-not-found', '--output=name']);
  return found.split('\n').filter(Boolean);
}

/**
 * Returns the objects of a CRD. They are read through a version in which they are stored, because that requires no
 * conversion. The conversion of the CRD is never switched off for this: with the strategy None, the API server removes
 * the fields that the requested version does not have, and a deletion that waits for a finalizer stores what is left.
 */
async function objectsOf(cluster: Cluster, { name: crd, stored }: Installed): Promise<readonly Found[]> {
  const resources = stored.length === 0 ? [crd] : stored.map((version) => crd.replace('.', `.${version}.`));
  let problem = '';
  for (const resource of resources) {
    try {
      return await objectsIn(cluster, crd, resource);
    } catch (error) {
      if (!isUnserved(error)) throw error;
      problem ||= error.stderr.trim();
    }
  }
  throw refusal(
    `Stopped: the objects of ${crd} cannot be read, because they are stored in several versions or in one that is not served, and the operator does not convert them: ${problem}`,
    toConvert,
    'If their content no longer matters, remove their conversion, which removes the fields that the other versions do not have:',
    `  kubectl patch customresourcedefinition ${crd} --type=merge --patch='{"spec":{"conversion":{"strategy":"None","webhook":null}}}'`,
    stays,
  );
}

async function objectsIn({ kubectl }: Cluster, crd: string, resource: string): Promise<readonly Found[]> {
  const line = '{.metadata.namespace}{"\\t"}{.metadata.name}{"\\t"}{.metadata.finalizers}{"\\n"}';
  const output = `--output=jsonpath={range .items[*]}${line}{end}`;
  const lines = (await kubectl(['get', resource, '--all-namespaces', output])).split('\n');
  return lines.filter(Boolean).map((each) => {
    const [namespace = '', name = '', finalizers = ''] = each.split('\t');
    return { crd, resource, name: namespace === '' ? name : `${namespace}/${name}`, finalizers };
  });
}

/** Reports whether the API server could not call a webhook, as happens when the operator is stopped. */
function isUnserved(error: unknown): error is RunError {
  return error instanceof RunError && /conversion webhook for |failed calling webhook /.test(error.stderr);
}

/** Starts to delete all objects of a resource, without waiting for the deletion. */
async function deleteAll({ kubectl }: Cluster, resource: string): Promise<void> {
  try {
    process.stdout.write(await kubectl(['delete', resource, '--all', '--all-namespaces', '--wait=false']));
  } catch (error) {
    if (!isUnserved(error)) throw error;
    throw refusal(
      `Stopped: objects of ${resource} cannot be deleted, because the operator does not serve its webhooks: ${error.stderr.trim()}`,
      toConvert,
      stays,
    );
  }
}

/** Returns the command that also permits the deletion of objects. */
function forced({ verb }: Cluster): string {
  return `make ${verb} FORCE=true, or npm run cluster:${verb} -- --force`;
}

async function objectsOfAll(cluster: Cluster, crds: readonly Installed[]): Promise<readonly Found[]> {
  return (await Promise.all(crds.map((crd) => objectsOf(cluster, crd)))).flat();
}

/** Limits the number of lines, and adds the number of omitted ones. */
function atMost(lines: readonly string[], limit = 20): readonly string[] {
  const more = lines.length - limit;
  return more > 0 ? [...lines.slice(0, limit), `  and ${more} more`] : lines;
}

/** Deletes the objects of CRDs if allowed, and waits until they are gone, while their operator still runs. */
async function removeObjects(cluster: Cluster, crds: readonly Installed[], served: Served): Promise<void> {
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
  for (const resource of new Set(objects.map((each) => each.resource))) await deleteAll(cluster, resource);
  const deadline = Date.now() + cluster.timeout * 1000;
  for (let attempt = 0; ; attempt += 1) {
    const left = await objectsOfAll(cluster, crds);
    if (left.length === 0) return;
    if (Date.now() >= deadline) throw refusal(stillThere(cluster, left, served), stays);
    if (attempt % 10 === 1) console.log(waiting(left, deadline));
    await sleep(Math.min(1000, deadline - Date.now()));
  }
}

function withFinalizers({ crd, name, finalizers }: Found): string {
  return finalizers === '' ? `${crd} ${name}` : `${crd} ${name}: finalizers ${finalizers}`;
}

/** Returns a message that says what is waited for, and for how long at most. */
function waiting(objects: readonly Found[], deadline: number): string {
  const [first, ...others] = objects.map(withFinalizers);
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `Waiting up to ${Math.ceil((deadline - Date.now()) / 1000)} s for the deletion of ${first}${more}`;
}

/** Returns a command that edits the first object, through a version that needs no conversion. */
function edit([first]: readonly Found[]): string {
  const [name = '', namespace] = first!.name.split('/').toReversed();
  return `kubectl edit ${first!.resource} ${name}${namespace === undefined ? '' : ` --namespace=${namespace}`}`;
}

/** Lists the objects that remain at the time limit, and their finalizers. */
function stillThere({ timeout }: Cluster, objects: readonly Found[], { callers, converts }: Served): string {
  const first =
    callers.length === 0
      ? ''
      : `delete its webhooks, which would reject the change (kubectl delete ${callers.join(' ')}), and `;
  return [
    `Time limit of ${timeout} s: these objects still exist:`,
    ...atMost(objects.map((each) => `  ${withFinalizers(each)}`)),
    `Their finalizers wait for the operator. Check its logs, or run it on this machine: ${localRun(converts || callers.length > 0)}`,
    `If it can no longer run, ${first}remove the finalizers with kubectl edit, for example: ${edit(objects)}`,
  ].join('\n');
}

/** Deletes objects and waits until they are gone. When the time limit expires, lists the remaining objects of the CRDs. */
async function removeDocuments(
  cluster: Cluster,
  documents: readonly Document[],
  crds: readonly Installed[],
  served: Served,
): Promise<void> {
  if (documents.length === 0) return;
  // Objects can also disappear in the meantime, such as those in a namespace that is being deleted.
  const deletion = ['delete', '--ignore-not-found=true', '--wait=true', `--timeout=${cluster.timeout}s`];
  try {
    // kubectl stops at its own limit, and then reports the objects that it waits for.
    const timeoutMs = (cluster.timeout + 10) * 1000;
    await cluster.kubectl([...deletion, '-f', '-'], { input: joined(documents), show: true, timeoutMs });
  } catch (error) {
    const left = await objectsOfAll(cluster, crds).catch(() => []);
    if (left.length > 0) console.error(stillThere(cluster, left, served));
    throw error;
  }
}
