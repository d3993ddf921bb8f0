import type { BuiltObject } from '../../output/kustomize/build.js';
import { mountOf, sourceOf } from '../../output/kustomize/mounts.js';
import type { OperatorWorkload } from '../../output/kustomize/operator-workloads.js';
import { objectAt, textAt, textsAt, valueAt } from '../../base/model/json-at.js';
import { kindAndName, kindOf, nameOf, namespaceOf } from '../../base/model/kubernetes-object.js';
import type { JsonObject } from '../../base/model/schema.js';
import type { CertificateFiles, Problem } from './webhook-serving.js';

const servingAnnotation = /^service\.(?:beta|alpha)\.openshift\.io\/serving-cert-secret-name$/;

/** The server with a certificate. */
export interface CertificateUse {
  /** The Service by whose name clients verify the certificate; undefined if no known client does. */
  readonly service?: JsonObject;
  /** The flags with the names of the files, as a phrase. */
  readonly flags: string;
}

/**
 * Returns why the certificate that the operator mounts is not issued, or not for its Service, although cert-manager
 * issues others for the deployed objects: https://cert-manager.io/docs/usage/certificate/
 * @param files the folder with the certificate, and the names of its files
 */
export function issueProblem(
  { folder, files }: CertificateFiles,
  operator: OperatorWorkload,
  { service, flags }: CertificateUse,
  objects: readonly BuiltObject[],
): Problem | undefined {
  const sources = files.flatMap((each) => secretOf(`${folder}/${each}`, operator) ?? []);
  const secret = sources[0]?.name;
  const { built } = operator;
  const near = objects.filter(({ object }) => ['', namespaceOf(built.object)].includes(namespaceOf(object)));
  const own = near.map(({ object }) => object);
  const certificates = near.filter(({ object }) => kindOf(object) === 'Certificate');
  const issued = [
    ...certificates.map(({ object }) => textAt(object, 'spec', 'secretName')),
    ...own.flatMap(servingSecrets),
  ];
  const isDeclared = own.some((each) => kindOf(each) === 'Secret' && nameOf(each) === secret);
  if (secret === undefined || isDeclared || issued.length === 0) return undefined;
  if (!issued.includes(secret))
    return {
      reason: `the Pods of ${kindAndName(built.object)} mount the Secret ${secret}, which no deployed object issues`,
      remedy: `mount one of those that are issued (${issued.join(', ')}), or deploy a Certificate with secretName: ${secret}`,
    };
  const found = certificates.find(({ object }) => textAt(object, 'spec', 'secretName') === secret);
  if (found === undefined) return undefined;
  const certificate = found.object;
  const keys = sources.filter(({ name }) => name === secret).map(({ key }) => key);
  return (
    keyProblem(certificate, keys, flags) ??
    (service === undefined ? undefined : nameProblem(certificate, service)) ??
    issuerProblem(found, own)
  );
}

/** Returns the Secret with a file of a container; undefined for other types of volumes, or an optional Secret. */
function secretOf(file: string, { built, container }: OperatorWorkload) {
  const mount = mountOf(container, file);
  const source = mount && sourceOf(objectAt(built.object, 'spec', 'template', 'spec'), mount);
  return source?.is === 'secret' && !source.isOptional && source.name !== '' ? source : undefined;
}

function servingSecrets(object: JsonObject): readonly string[] {
  const annotations = kindOf(object) === 'Service' ? objectAt(object, 'metadata', 'annotations') : {};
  return Object.entries(annotations).flatMap(([key, value]) =>
    servingAnnotation.test(key) && typeof value === 'string' ? [value] : [],
  );
}

const issuedKeys = new Set(['tls.crt', 'tls.key', 'ca.crt']);

/** Returns why a Secret lacks keys of a certificate. Additional output formats add keys. */
function keyProblem(certificate: JsonObject, keys: readonly string[], flags: string): Problem | undefined {
  const hasOthers = ['additionalOutputFormats', 'keystores'].some((each) => valueAt(certificate, 'spec', each));
  const missing = keys.filter((each) => !issuedKeys.has(each));
  if (hasOthers || missing.length === 0) return undefined;
  return {
    reason: `the operator reads ${missing.join(' and ')} of the Secret of Certificate ${nameOf(certificate)}, which has only ${[...issuedKeys].join(', ')}`,
    remedy: `have items of the volume give tls.crt and tls.key the names of the files, or correct ${flags}`,
  };
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

/** The name of the scaffolded Issuer, in its file. */
const scaffoldedIssuer = 'selfsigned-issuer';

/**
 * Returns why the Issuer of a Certificate is missing. Issuers of other groups, and ClusterIssuers, are not deployed
 * with the operator.
 */
function issuerProblem({ object, declaredName }: BuiltObject, own: readonly JsonObject[]): Problem | undefined {
  const issuer = objectAt(object, 'spec', 'issuerRef');
  const group = textAt(issuer, 'group') || 'cert-manager.io';
  const kind = textAt(issuer, 'kind') || 'Issuer';
  const issuers = own.filter((each) => kindOf(each) === 'Issuer').map(nameOf);
  const name = textAt(issuer, 'name');
  if (group !== 'cert-manager.io' || kind !== 'Issuer' || issuers.includes(name)) return undefined;
  const named = `Certificate ${nameOf(object)} names the Issuer ${name}`;
  if (issuers.length > 0)
    return {
      reason: `${named}, which is not among those that are deployed: ${issuers.join(', ')}`,
      remedy: 'correct its issuerRef',
    };
  // An Issuer with another name may be deployed by something else.
  const prefix = nameOf(object).slice(0, Math.max(0, nameOf(object).indexOf(declaredName)));
  if (name !== scaffoldedIssuer && (prefix === '' || !name.startsWith(prefix))) return undefined;
  return {
    reason: `${named}, and config/default deploys no Issuer`,
    remedy:
      'list the file of the Issuer, such as issuer.yaml, in the kustomization of the Certificate, or name an Issuer that exists',
  };
}
