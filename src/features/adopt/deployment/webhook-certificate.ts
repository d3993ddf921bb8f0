import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { listAt, textAt } from '../../../base/model/json-at.js';
import { isWebhookConfiguration, kindAndName, kindOf } from '../../../base/model/kubernetes-object.js';
import type { Position } from '../../../base/model/position.js';
import type { JsonObject } from '../../../base/model/schema.js';
import type { BuiltObject } from '../../../output/kustomize/build.js';
import { objectPlace } from '../../../output/kustomize/object-place.js';
import { operatorWorkloads } from '../../../output/kustomize/operator-workloads.js';
import { otherDeployments } from '../../../output/kustomize/other-deployments.js';
import { calledServices, forwardsElsewhere, selectedBy } from '../../../output/kustomize/service-pods.js';
import { callsService, isUntrusted, webhooksOf } from '../../../output/kustomize/webhook-calls.js';
import type { Project } from '../../../project/project.js';
import { hasWebhook } from '../../../project/resources.js';
import { ofManager } from '../project/manager-files.js';
import { givenFor } from '../project/manager-options.js';
import { webhookFolder, type SettingsInput } from '../project/manager-settings.js';
import { diagnostic } from '../reporting.js';
import type { Source } from '../source.js';
import { goDeployment } from './go-deployment.js';
import { managerArguments } from './manager-arguments.js';
import { operatorContainers } from './operator-containers.js';

const [folderFlag, selfSigned] = ['webhook-cert-path', 'webhook-self-signed'] as const;
const unknownFolder = 'the folder with their certificate is known only at run time, and --webhook-cert-path is not set';

/**
 * Warns of webhooks for which the new operator has no certificate, or whose certificate the API server does not trust:
 * the Go operator issues it itself, or can start without it. If config/default has the certificate, the other
 * kustomizations that deploy the operator can lack it. If a separate program serves the webhooks, no certificate is
 * needed.
 * @param config the files in `config/` after the changes
 */
export function webhookCertificate(
  source: Source,
  project: Project,
  input: SettingsInput,
  config: ReadonlyMap<string, string>,
): readonly Diagnostic[] {
  if (!project.resources.some(hasWebhook)) return [];
  const after = goDeployment((path) => config.get(path), source.clues);
  const elsewhere = servedElsewhere(after.objects);
  if (elsewhere !== undefined) return [elsewhereProblem(source, elsewhere)];
  const ofDefault = problemsOf(source, { ...input, after: operatorContainers(config, after, source.clues) }, '');
  if (ofDefault.length > 0) return ofDefault;
  return otherDeployments([...config.keys()], (path) => config.get(path)).flatMap(({ folder, objects }) => {
    const containers = operatorContainers(config, { workloads: operatorWorkloads(objects, source.clues) });
    const given = managerArguments(source, config, containers);
    return problemsOf(source, { ...input, objects, containers, given, after: containers }, `as ${folder} deploys it, `);
  });
}

interface Deployed extends SettingsInput {
  /** The containers of the operator after the changes, which can mount a certificate. */
  readonly after: SettingsInput['containers'];
}

/** @param where the beginning of the messages */
function problemsOf(source: Source, input: Deployed, where: string): readonly Diagnostic[] {
  if (givenFor(selfSigned, input.given) === 'true') return [];
  const [maker] = ofManager(input.files).flatMap(({ certificateMakers }) => certificateMakers);
  const { folder, isKnown, mount } = webhookFolder(input);
  const isGiven = givenFor(folderFlag, input.given) !== undefined;
  const issued = maker && `the Go operator issues their certificate with ${maker.name}`;
  const place =
    maker?.position ?? (mount.is === 'missing' ? workloadOf(source, input) : placeOf(source, input, folder));
  const warning = (effect: string, reason: string): readonly Diagnostic[] => [
    diagnostic('webhook-certificate', { effect: `${where}${effect}${rejected(input.objects)}`, reason }, place),
  ];
  const unserved = 'the new operator does not serve its webhooks';
  if (mount.is === 'unsure')
    return isGiven
      ? warning(`the new operator ends at its start without a certificate in ${folder}`, issued ?? mount.why)
      : warning(unserved, issued === undefined ? mount.why : `${issued}, and ${mount.why}`);
  if (issued === undefined && isWithoutCertificate(input)) {
    const reason = 'nothing in what is deployed mounts a certificate for them in its container';
    const isOfOlm = source.paths.some((path) => path.endsWith('.clusterserviceversion.yaml'));
    const effect = isGiven ? `the new operator ends at its start without a certificate in ${folder}` : unserved;
    return warning(effect, isOfOlm ? `${reason}: OLM does so only where it deploys the operator` : reason);
  }
  if (issued === undefined)
    return mount.is === 'missing' && !isKnown && isCalled(input) ? warning(unserved, unknownFolder) : [];
  if (mount.is === 'missing') return warning(unserved, issued);
  return input.objects.some(({ object }) => isUntrusted(object))
    ? warning('the API server does not trust the webhooks of the new operator', `${issued}, and so sets their caBundle`)
    : [];
}

/**
 * Reports whether webhooks are deployed, and no certificate for them is mounted. If the folder is known only at run
 * time, any mounted volume can contain it.
 */
function isWithoutCertificate(input: Deployed): boolean {
  if (!isCalled(input)) return false;
  return [input.containers, input.after].every((containers) => {
    const { mount, isKnown } = webhookFolder({ ...input, containers });
    const mountsNone = containers.every(({ container }) => listAt(container, 'volumeMounts').length === 0);
    return containers.length > 0 && mount.is === 'missing' && (isKnown || mountsNone);
  });
}

/** Reports whether the operator serves webhooks that the API server calls. */
function isCalled({ given, objects }: Deployed): boolean {
  return givenFor('enable-webhooks', given) !== 'false' && objects.some(({ object }) => isCalling(object));
}

/** Returns the effect on requests for which a webhook must be called; empty if there are none. */
function rejected(objects: SettingsInput['objects']): string {
  const all = objects.flatMap(({ object }) => (isWebhookConfiguration(object) ? listAt(object, 'webhooks') : []));
  const failing = all.filter((each) => callsService(each) && textAt(each, 'failurePolicy') !== 'Ignore');
  const isConverting = objects.some(({ object }) => !isWebhookConfiguration(object) && isCalling(object));
  return [
    failing.length === 0 ? '' : ', and requests fail for which they must be called (failurePolicy: Fail)',
    isConverting ? ', and the API server cannot convert objects between versions' : '',
  ].join('');
}

/** Reports whether an object has webhooks that call a Service. */
const isCalling = (object: JsonObject): boolean => webhooksOf(object).some(callsService);

/** Returns the position of the mount in the manifests, or of the workload. */
function placeOf(source: Source, input: SettingsInput, folder: string): Position {
  const paths = [...new Set([...input.containers.map(({ file }) => file), ...source.paths])];
  const manifests = paths.filter((path) => /^config\/.*\.ya?ml$/.test(path) && source.paths.includes(path));
  for (const path of manifests) {
    const lines = (source.read(path) ?? '').split('\n');
    const index = lines.findIndex((line) => line.includes('mountPath:') && line.includes(folder));
    if (index >= 0) return { file: source.shown(path), line: index + 1, column: lines[index]!.search(/\S/) + 1 };
  }
  return workloadOf(source, input);
}

function workloadOf(source: Source, { containers }: SettingsInput): Position {
  return { file: source.shown(containers[0]?.file ?? 'config'), line: 1, column: 1 };
}

/** Workloads of other programs whose webhooks the API server calls. */
interface ServedElsewhere {
  /** The Services by which it calls them. */
  readonly services: readonly BuiltObject[];
  readonly workloads: readonly BuiltObject[];
}

/**
 * Returns the workloads that serve all deployed webhooks, if none of them runs the operator: a Go project can have a
 * separate program for webhooks.
 */
function servedElsewhere(objects: readonly BuiltObject[]): ServedElsewhere | undefined {
  const called = calledServices(objects);
  const services = called.map(({ service }) => service);
  const callers = objects.filter(({ object }) => webhooksOf(object).some(callsService));
  const isKnown = callers.every((each) => called.some((one) => one.callers.includes(each)));
  const isElsewhere = forwardsElsewhere(objects);
  if (services.length === 0 || !isKnown || !services.every(({ object }) => isElsewhere(object))) return undefined;
  const workloads = services.flatMap(({ object }) => selectedBy(object, objects) ?? []);
  return { services: [...new Set(services)], workloads: [...new Set(workloads)] };
}

/** Reports that another program serves the webhooks, so that those of the new operator are never called. */
function elsewhereProblem(source: Source, { services, workloads }: ServedElsewhere): Diagnostic {
  const shown = ({ object }: BuiltObject): string => kindAndName(object);
  const [{ object, file, declaredName }] = services as readonly [BuiltObject];
  const texts = { services: services.map(shown).join(', '), workloads: workloads.map(shown).join(', ') };
  const place = objectPlace(file, source.read(file) ?? '', kindOf(object), declaredName);
  return diagnostic('webhook-elsewhere', texts, { ...place, file: source.shown(place.file) });
}
