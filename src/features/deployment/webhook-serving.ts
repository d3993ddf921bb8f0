import { expandedWords } from '../../output/kustomize/expanded-words.js';
import { isUnreadable, mountOf, sourceOf, type Mount } from '../../output/kustomize/mounts.js';
import type { OperatorWorkload } from '../../output/kustomize/operator-workloads.js';
import { listAt, objectAt, textAt, textsAt, valueAt } from '../../base/model/json-at.js';
import { kindAndName, nameOf } from '../../base/model/kubernetes-object.js';
import type { JsonObject, JsonValue } from '../../base/model/schema.js';
import type { Program } from './deployment.js';
import { hasOwnOptions, ownFlagsIn } from './own-flags.js';
import { flagValue } from './served-ports.js';

/** The settings with which an operator serves webhooks and elects a leader. */
export interface Serving {
  readonly isOn: boolean;
  /** Whether it issues the certificate itself, and adds its CA to the webhooks. */
  readonly isSelfSigned: boolean;
  /** The Secret in which it stores a certificate that it issues; empty if that is known only at run time. */
  readonly secret: string;
  /** The folder with the certificate; empty if no argument names one. */
  readonly folder: string;
  /** The names of its files. */
  readonly files: readonly string[];
  readonly port: number;
  readonly electsLeader: boolean;
}

/** The reason why webhooks cannot be called, and the remedy. */
export interface Problem {
  readonly reason: string;
  readonly remedy: string;
}

const main = 'src/main.ts';

/**
 * Returns how an operator serves webhooks; undefined if that is known only at run time, if its own code decides it, or if its
 * container is a guess.
 */
export function servingOf({ container, isGuess }: OperatorWorkload, read: Program['read']): Serving | undefined {
  const text = read(main) ?? '';
  if (isGuess || hasOwnOptions(main, text) || ownFlagsIn(main, text)?.types.size !== 0) return undefined;
  // With a command, a different program can run.
  if (textsAt(container, 'command').length > 0 || listAt(container, 'envFrom').length > 0) return undefined;
  const words = expandedWords(container, textsAt(container, 'args'));
  const port = Number(flagValue(texts(words), 'webhook-port'));
  if (words.some(({ isOpen, text: word }) => isOpen && !/^--[a-z-]+=/.test(word)) || Number.isNaN(port))
    return undefined;
  const enabled = flagValue(texts(words), 'enable-webhooks') || variable(container, 'ENABLE_WEBHOOKS');
  return {
    isOn: enabled !== 'false',
    isSelfSigned: flagValue(texts(words), 'webhook-self-signed') === 'true',
    secret: secretIn(texts(words), container),
    folder: flagValue(texts(words), 'webhook-cert-path'),
    files: [flagValue(texts(words), 'webhook-cert-name'), flagValue(texts(words), 'webhook-cert-key')],
    port,
    electsLeader: flagValue(texts(words), 'leader-elect') !== 'false',
  };
}

const texts = (words: readonly { readonly text: string }[]): readonly string[] => words.map(({ text }) => text);

function secretIn(words: readonly string[], container: JsonObject): string {
  const service = flagValue(words, 'webhook-service');
  const name =
    flagValue(words, 'webhook-cert-secret') ||
    variable(container, 'WEBHOOK_CERT_SECRET') ||
    (service === '' ? '' : `${service}-cert`);
  return name.includes('$(') ? '' : name;
}

function variable(container: JsonObject, name: string): string {
  return textAt(
    listAt(container, 'env').find((each) => textAt(each, 'name') === name),
    'value',
  );
}

/**
 * Returns why the operator has no certificate when it starts, or serves no webhooks; with the volume that lacks the
 * certificate.
 */
export function certificateProblem(
  serving: Serving,
  { built, container }: OperatorWorkload,
): (Problem & { readonly volume?: string }) | undefined {
  const what = `the container ${textAt(container, 'name')} of ${kindAndName(built.object)}`;
  if (!serving.isOn) return { reason: `${what} has webhooks disabled`, remedy: 'enable them, or do not deploy them' };
  if (serving.isSelfSigned) return undefined;
  if (serving.folder === '')
    return {
      reason: `${what} has no argument with a certificate, and so serves no webhooks`,
      remedy: 'mount the Secret of the certificate, and name its folder with --webhook-cert-path',
    };
  const missing = missingFile(serving, { built, container });
  if (missing === undefined) return undefined;
  return {
    reason: `${what} does not start, because ${missing.reason} for --webhook-cert-path`,
    remedy: missing.remedy,
    ...(missing.volume !== undefined && { volume: missing.volume }),
  };
}

/** The files of a certificate. */
export interface CertificateFiles {
  readonly folder: string;
  readonly files: readonly string[];
}

/** Returns why a folder lacks a file of a certificate. Volumes that are filled at run time are not checked. */
export function missingFile(
  { folder, files }: CertificateFiles,
  { built, container }: Pick<OperatorWorkload, 'built' | 'container'>,
): (Problem & { readonly volume?: string }) | undefined {
  const pod = objectAt(built.object, 'spec', 'template', 'spec');
  const mounts = files.map((file) => ({ file, mount: mountOf(container, `${folder}/${file}`) }));
  if (mounts.every(({ mount }) => mount === undefined))
    return { reason: `nothing is mounted at ${folder}`, remedy: 'mount the Secret of the certificate there' };
  const lacking = mounts.filter(({ mount }) => mount === undefined || sourceOf(pod, mount).is === 'missing');
  const [first] = lacking;
  if (first === undefined) return unreadableFile(mounts, { pod, container });
  const names = lacking.map(({ file }) => file).join(' and no ');
  if (first.mount === undefined)
    return { reason: `no ${names} is mounted at ${folder}`, remedy: `mount the whole Secret of the certificate there` };
  const { volume } = first.mount;
  const remedy = `give its keys the paths ${files.join(' and ')} in this folder, or remove items and subPath`;
  return { reason: `the volume ${volume} has no ${names} at ${folder}`, remedy, volume };
}

interface MountedFile {
  readonly file: string;
  readonly mount: Mount | undefined;
}

function unreadableFile(
  mounts: readonly MountedFile[],
  { pod, container }: { readonly pod: JsonObject; readonly container: JsonObject },
): (Problem & { readonly volume: string }) | undefined {
  const found = mounts.find(({ mount }) => mount !== undefined && isUnreadable(pod, container, mount));
  if (found?.mount === undefined) return undefined;
  const { volume } = found.mount;
  return {
    reason: `the user of the container cannot read ${found.file} in the volume ${volume}, whose files only root can read`,
    remedy: 'set defaultMode of the volume to 0444, or fsGroup in the securityContext of the Pod',
    volume,
  };
}

/** Returns why a Service does not forward to the webhook server. @param called the Service, and the called port */
export function portProblem(
  { port: served }: Serving,
  { built, container }: OperatorWorkload,
  { service, port }: { readonly service: JsonObject; readonly port: number },
): Problem | undefined {
  const name = `Service ${nameOf(service)}`;
  const entry = listAt(service, 'spec', 'ports').find((each) => valueAt(each, 'port') === port);
  if (entry === undefined)
    return { reason: `${name} has no port ${port}`, remedy: `add the port ${port} with targetPort: ${served}` };
  const given = valueAt(entry, 'targetPort');
  const target = typeof given === 'string' || typeof given === 'number' ? given : port;
  const isNamed = typeof target === 'string' && !/^\d+$/.test(target);
  const containers = listAt(built.object, 'spec', 'template', 'spec', 'containers');
  const isTarget = (one: JsonValue): boolean =>
    isNamed ? textAt(one, 'name') === target : valueAt(one, 'containerPort') === Number(target);
  const found = containers.filter((each) => listAt(each, 'ports').some(isTarget));
  // Another container can serve this port, and forward to the operator.
  if (found.some((each) => textAt(each, 'name') !== textAt(container, 'name'))) return undefined;
  if (isNamed && found.length === 0)
    return {
      reason: `${name} forwards to the port ${target}, which no container has`,
      remedy: `give containerPort ${served} this name, or set targetPort to ${served}`,
    };
  const forwarded = isNamed ? valueAt(listAt(container, 'ports').find(isTarget), 'containerPort') : Number(target);
  if (forwarded === served) return undefined;
  return {
    reason: `${name} forwards to the port ${target}, at which the operator does not serve them`,
    remedy: `set its targetPort to ${served}, on which the operator serves webhooks`,
  };
}
