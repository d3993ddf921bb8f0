import type { BuiltObject } from '../../kustomize/build.js';
import type { OperatorWorkload } from '../../kustomize/operator-workloads.js';
import { listAt, mappingAt, textAt, textsAt } from '../../model/json-at.js';
import { kindOf, nameOf } from '../../model/kubernetes-object.js';
import type { JsonObject } from '../../model/schema.js';
import type { Problem } from './webhook-serving.js';

const namespaceOf = (object: JsonObject): string => textAt(object, 'metadata', 'namespace');
const servingAnnotation = /^service\.(?:beta|alpha)\.openshift\.io\/serving-cert-secret-name$/;

/**
 * Returns why the certificate that the operator mounts is not issued, or not for its Service, although what is deployed has
 * cert-manager issue some: https://cert-manager.io/docs/usage/certificate/
 * @param folder the folder with the certificate
 */
export function issueProblem(
  folder: string,
  { built, container }: OperatorWorkload,
  service: JsonObject,
  objects: readonly BuiltObject[],
): Problem | undefined {
  const secret = secretAt(folder, container, built.object);
  const own = objects
    .map(({ object }) => object)
    .filter((each) => ['', namespaceOf(built.object)].includes(namespaceOf(each)));
  const certificates = own.filter((each) => kindOf(each) === 'Certificate');
  const issued = [...certificates.map((each) => textAt(each, 'spec', 'secretName')), ...own.flatMap(servingSecrets)];
  const isDeclared = own.some((each) => kindOf(each) === 'Secret' && nameOf(each) === secret);
  if (secret === undefined || isDeclared || issued.length === 0) return undefined;
  if (!issued.includes(secret))
    return {
      reason: `the Pods of ${kindOf(built.object)} ${nameOf(built.object)} mount the Secret ${secret}, which nothing in what is deployed issues`,
      remedy: `mount one of those that are issued (${issued.join(', ')}), or have a Certificate with secretName: ${secret} deployed`,
    };
  const certificate = certificates.find((each) => textAt(each, 'spec', 'secretName') === secret);
  return certificate && (nameProblem(certificate, service) ?? issuerProblem(certificate, own));
}

/** Returns the Secret that is mounted at a folder; undefined if it is another volume, or optional. */
function secretAt(folder: string, container: JsonObject, workload: JsonObject): string | undefined {
  const wanted = folder.replace(/\/$/, '');
  const mount = listAt(container, 'volumeMounts').find(
    (each) => textAt(each, 'mountPath').replace(/\/$/, '') === wanted,
  );
  const volumes = listAt(workload, 'spec', 'template', 'spec', 'volumes');
  const volume = volumes.find((each) => textAt(each, 'name') === textAt(mount, 'name'));
  const secret = mappingAt(volume, 'secret');
  return secret['optional'] === true ? undefined : textAt(secret, 'secretName') || undefined;
}

function servingSecrets(object: JsonObject): readonly string[] {
  const annotations = kindOf(object) === 'Service' ? mappingAt(object, 'metadata', 'annotations') : {};
  return Object.entries(annotations).flatMap(([key, value]) =>
    servingAnnotation.test(key) && typeof value === 'string' ? [value] : [],
  );
}

function nameProblem(certificate: JsonObject, service: JsonObject): Problem | undefined {
  const names = textsAt(certificate, 'spec', 'dnsNames');
  const namespace = namespaceOf(service);
  const wanted = `${nameOf(service)}.${namespace}.svc`;
  if (names.length === 0 || namespace === '' || names.some((each) => each === wanted || each === `*.${namespace}.svc`))
    return undefined;
  return {
    reason: `Certificate ${nameOf(certificate)} is not for ${wanted}, by which the API server calls them, but for ${names.join(', ')}`,
    remedy: `add ${wanted} to its dnsNames`,
  };
}

/** Issuers of other groups, and those of the cluster, are not deployed with the operator. */
function issuerProblem(certificate: JsonObject, own: readonly JsonObject[]): Problem | undefined {
  const issuer = mappingAt(certificate, 'spec', 'issuerRef');
  const group = textAt(issuer, 'group') || 'cert-manager.io';
  const kind = textAt(issuer, 'kind') || 'Issuer';
  const issuers = own.filter((each) => kindOf(each) === 'Issuer').map(nameOf);
  const name = textAt(issuer, 'name');
  if (group !== 'cert-manager.io' || kind !== 'Issuer' || issuers.length === 0 || issuers.includes(name))
    return undefined;
  return {
    reason: `Certificate ${nameOf(certificate)} names the Issuer ${name}, which is not among those that are deployed: ${issuers.join(', ')}`,
    remedy: 'correct its issuerRef',
  };
}
