import { listAt, objectAt, textAt, valueAt } from '../../../base/model/json-at.js';
import { kindOf, nameOf } from '../../../base/model/kubernetes-object.js';
import { isObject, type JsonObject, type JsonValue } from '../../../base/model/schema.js';
import type { BuiltObject } from '../../../output/kustomize/build.js';
import { mountOf } from '../../../output/kustomize/mounts.js';
import type { GoFile } from '../../../base/helper/go/answer.js';
import type { OperatorContainer } from './operator-containers.js';

/** The known facts about the certificates of an operator. */
export interface CertificateFacts {
  readonly files: readonly GoFile[];
  readonly containers: readonly OperatorContainer[];
  /** The objects that are deployed with the operator. */
  readonly objects: readonly Pick<BuiltObject, 'object' | 'declaredName'>[];
}

/** The content of a folder when the operator starts. */
export type Mount =
  | { readonly is: 'missing' }
  | { readonly is: 'filled' }
  /** Mounted, but nothing guarantees that its files exist. */
  | { readonly is: 'unsure'; readonly why: string };

const filled: Mount = { is: 'filled' };

/**
 * Returns what is mounted at a folder with a certificate. The new operator exits if the file does not exist at the
 * start; a Go operator can wait for it, or write it itself.
 */
export function mountAt(folder: string, file: string, facts: CertificateFacts): Mount {
  const found = facts.containers.flatMap((each) => {
    const volume = mountOf(each.container, `${folder}/${file}`)?.volume;
    return volume === undefined ? [] : [contentOf(volume, each.workload, facts)];
  });
  return found.find(({ is }) => is === 'unsure') ?? found[0] ?? { is: 'missing' };
}

/** Returns the content of a volume. The API server rejects a Pod that lacks the volume, unless OLM adds it. */
function contentOf(name: string, workload: JsonObject, facts: CertificateFacts): Mount {
  const pod = objectAt(workload, 'spec', 'template', 'spec');
  const volume = listAt(pod, 'volumes').find((each) => textAt(each, 'name') === name);
  const why = volume === undefined ? undefined : reasonIn(asMapping(volume), name, pod, facts);
  return why === undefined ? filled : { is: 'unsure', why };
}

/** Returns the reasons why the files of a volume can be missing at the start. */
function reasonIn(volume: JsonObject, name: string, pod: JsonObject, facts: CertificateFacts): string | undefined {
  if (valueAt(volume, 'emptyDir') !== undefined) {
    const isPrepared = listAt(pod, 'initContainers').some((each) =>
      listAt(each, 'volumeMounts').some((mount) => textAt(mount, 'name') === name),
    );
    return isPrepared ? undefined : `the volume ${name} is empty until something writes to it`;
  }
  const sources = valueAt(volume, 'projected') === undefined ? [volume] : listAt(volume, 'projected', 'sources');
  const reasons = sources.flatMap((each) => sourceReasons(asMapping(each), facts));
  return reasons.includes(undefined) ? undefined : reasons[0];
}

/** Returns the reasons why a Secret or a ConfigMap can be missing or empty; none for another source. */
function sourceReasons(source: JsonObject, facts: CertificateFacts): readonly (string | undefined)[] {
  if (valueAt(source, 'secret') !== undefined) {
    const secret = objectAt(source, 'secret');
    return [secretReason(textAt(secret, 'secretName') || textAt(secret, 'name'), valueAt(secret, 'optional'), facts)];
  }
  const isOptional = valueAt(source, 'configMap', 'optional') === true;
  return isOptional ? [`the ConfigMap ${textAt(source, 'configMap', 'name')} is optional`] : [];
}

function secretReason(name: string, optional: unknown, { files, objects }: CertificateFacts): string | undefined {
  if (objects.some(({ object }) => isIssuedFor(object, name))) return undefined;
  const declared = objects.find(
    ({ object, declaredName }) => kindOf(object) === 'Secret' && [declaredName, nameOf(object)].includes(name),
  )?.object;
  const keys = ['data', 'stringData'].flatMap((field) => Object.keys(objectAt(declared ?? {}, field)));
  if (keys.length > 0) return undefined;
  if (declared !== undefined) return `the Secret ${name} is deployed empty, and filled at run time`;
  if (optional === true) return `the Secret ${name} is optional, so the operator also starts without it`;
  const isMade = files.some(({ certificateMakers }) => certificateMakers.length > 0);
  return isMade ? `the Go operator writes the Secret ${name} itself` : undefined;
}

const servingAnnotations = [
  'service.beta.openshift.io/serving-cert-secret-name',
  'service.alpha.openshift.io/serving-cert-secret-name',
];

/** Reports whether an object makes cert-manager or OpenShift create a Secret. */
function isIssuedFor(object: JsonObject, secret: string): boolean {
  if (kindOf(object) === 'Certificate') return textAt(object, 'spec', 'secretName') === secret;
  const annotations = objectAt(object, 'metadata', 'annotations');
  return kindOf(object) === 'Service' && servingAnnotations.some((each) => annotations[each] === secret);
}

function asMapping(value: JsonValue): JsonObject {
  return isObject(value) ? value : {};
}
