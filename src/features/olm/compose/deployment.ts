import type { JsonObject, JsonValue } from '../../../base/model/schema.js';
import { isObject } from '../../../base/model/schema.js';
import { objectAt, objectsAt, textAt, textsAt, valueAt } from '../../../base/model/json-at.js';
import { groupOf, kindOf, nameOf } from '../../../base/model/kubernetes-object.js';
import { withItems, withoutValue, withValue, type Part } from './parts.js';

/** The folder in which OLM mounts the webhook certificate. */
const certificateFolder = '/tmp/k8s-webhook-server/serving-certs';
const certificateFlag = '--webhook-cert-path';

/** The flags and variables of a manager that issues its own certificate, which OLM does instead. */
const issuingFlags = /^--webhook-(?:self-signed|service|service-namespace|cert-secret)(?:=|$)/;
const issuingVariables = new Set(['WEBHOOK_SERVICE', 'WEBHOOK_CERT_SECRET']);

const pod = ['spec', 'template', 'spec'];
const containerLists = ['initContainers', 'containers'];

/** The paths of the lists of containers in a Deployment. */
export const containerPaths = containerLists.map((list) => [...pod, list]);

/** Returns the containers of a Deployment. */
export function containersOf(deployment: JsonObject): readonly JsonObject[] {
  return containerPaths.flatMap((path) => objectsAt(deployment, ...path));
}

/** Returns the service account of the Pods of a Deployment. */
export function accountOf(deployment: JsonObject): string {
  const name = textAt(deployment, ...pod, 'serviceAccountName');
  return name === '' ? 'default' : name;
}

/** Returns the names of the Secrets in which cert-manager would store certificates. */
export function issuedSecrets(parts: readonly Part[]): ReadonlySet<string> {
  return new Set(
    parts
      .filter(({ object }) => kindOf(object) === 'Certificate' && groupOf(object) === 'cert-manager.io')
      .map(({ object }) => textAt(object, 'spec', 'secretName')),
  );
}

/** Returns the names of the Secrets in which the managers themselves would store their certificates. */
export function selfIssuedSecrets(deployments: readonly JsonObject[]): ReadonlySet<string> {
  const variables = deployments
    .flatMap(containersOf)
    .filter(issuesCertificate)
    .flatMap((container) => objectsAt(container, 'env'));
  const secrets = variables.filter((each) => textAt(each, 'name') === 'WEBHOOK_CERT_SECRET');
  return new Set(secrets.map((each) => textAt(each, 'value')).filter((each) => each !== ''));
}

/** Reports whether a Deployment watches the namespaces in its variable. */
export function watchesNamespaces(deployment: JsonObject): boolean {
  return containersOf(deployment).some((each) => objectsAt(each, 'env').some(isWatchedNamespace));
}

const isWatchedNamespace = (variable: JsonObject): boolean => textAt(variable, 'name') === 'WATCH_NAMESPACE';

/**
 * Returns a Deployment as a part of a ClusterServiceVersion: OLM sets its namespaces, and mounts the certificate of the
 * webhooks.
 * @param issued the Secrets that cert-manager would create
 */
export function installedDeployment(deployment: JsonObject, issued: ReadonlySet<string>): JsonObject {
  const gone = new Set(
    objectsAt(deployment, ...pod, 'volumes')
      .filter((volume) => issued.has(textAt(volume, 'secret', 'secretName')))
      .map((volume) => textAt(volume, 'name')),
  );
  let spec = withItems(objectAt(deployment, 'spec'), ['template', 'spec', 'volumes'], (volume) =>
    gone.has(textAt(volume, 'name')) ? undefined : volume,
  );
  for (const list of containerLists)
    spec = withItems(spec, ['template', 'spec', list], (container) =>
      installedContainer(container, gone, issued.size > 0),
    );
  const label = objectAt(deployment, 'metadata', 'labels');
  return { name: nameOf(deployment), ...(Object.keys(label).length > 0 && { label }), spec };
}

/**
 * @param isIssued whether cert-manager would create certificates
 * @param isIssued whether cert-manager would make certificates
 */
function installedContainer(container: JsonObject, gone: ReadonlySet<string>, isIssued: boolean): JsonObject {
  const removed = objectsAt(container, 'volumeMounts')
    .filter((mount) => gone.has(textAt(mount, 'name')))
    .map((mount) => textAt(mount, 'mountPath'));
  // A patch of the user can already have removed the volume, as the kustomization of operator-sdk does.
  const folders = [...removed, ...(isIssued ? unmountedCertificates(container) : [])];
  const issues = issuesCertificate(container);
  const mounted = withItems(container, ['volumeMounts'], (mount) =>
    gone.has(textAt(mount, 'name')) ? undefined : mount,
  );
  const told = withItems(mounted, ['env'], (variable) => {
    if (issues && issuingVariables.has(textAt(variable, 'name'))) return undefined;
    return isWatchedNamespace(variable) ? targetNamespaces(variable) : variable;
  });
  const args = valueAt(told, 'args');
  if (!Array.isArray(args)) return told;
  return withValue(told, ['args'], installedArguments(args as readonly JsonValue[], folders, issues));
}

/** Returns the folders in which a container expects certificates, but for which no volume is mounted. */
function unmountedCertificates(container: JsonObject): readonly string[] {
  const mounts = objectsAt(container, 'volumeMounts').map((mount) => textAt(mount, 'mountPath'));
  return textsAt(container, 'args')
    .map((each) => /^--(?:metrics|webhook)-cert-path=(.+)$/.exec(each)?.[1] ?? '')
    .filter((folder) => folder !== '' && !mounts.some((mount) => isWithin(folder, mount)));
}

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

function targetNamespaces(variable: JsonObject): JsonObject {
  const fieldRef = { fieldPath: "metadata.annotations['olm.targetNamespaces']" };
  return { ...withoutValue(variable, ['value']), valueFrom: { fieldRef } };
}

/** Returns the arguments without those that refer to missing certificates. */
function installedArguments(args: readonly JsonValue[], folders: readonly string[], issues: boolean): JsonValue[] {
  const left = args.flatMap((each): JsonValue[] => {
    if (typeof each !== 'string') return [each];
    if (issues && issuingFlags.test(each)) return [];
    const [flag = '', value = ''] = each.split(/=(.*)/s, 2);
    if (!folders.some((folder) => isWithin(value, folder))) return [each];
    return flag === certificateFlag ? [`${flag}=${certificateFolder}`] : [];
  });
  return issues ? [...left, `${certificateFlag}=${certificateFolder}`] : left;
}

function issuesCertificate(container: JsonObject): boolean {
  return textsAt(container, 'args').some((each) => /^--webhook-self-signed(?:=true)?$/.test(each));
}

/** Returns a ServiceMonitor that does not require the CA of a missing certificate. */
export function installedMonitor(monitor: JsonObject, issued: ReadonlySet<string>): JsonObject {
  return withItems(monitor, ['spec', 'endpoints'], (endpoint) =>
    refersTo(objectAt(endpoint, 'tlsConfig'), issued)
      ? { ...endpoint, tlsConfig: { insecureSkipVerify: true } }
      : endpoint,
  );
}

function refersTo(value: JsonValue, secrets: ReadonlySet<string>): boolean {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).some((each) => refersTo(each, secrets));
  if (value === null || !isObject(value)) return false;
  return Object.entries(value).some(
    ([key, each]) =>
      ((key === 'secret' || key.endsWith('Secret')) && secrets.has(textAt(each, 'name'))) || refersTo(each, secrets),
  );
}
