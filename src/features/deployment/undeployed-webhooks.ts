import { posix } from 'node:path';
import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { shellLine } from '../../base/diagnostics/shell-line.js';
import type { BuiltRoot } from '../../output/kustomize/other-deployments.js';
import { allBuiltInKinds } from '../../base/io/built-in-kinds.js';
import { callsAny, operatorServices } from '../../output/kustomize/service-pods.js';
import { operatorWorkloads } from '../../output/kustomize/operator-workloads.js';
import { webhooksOf } from '../../output/kustomize/webhook-calls.js';
import { listAt, objectAt, textAt, textsAt } from '../../base/model/json-at.js';
import { isWebhookConfiguration, kindOf } from '../../base/model/kubernetes-object.js';
import type { JsonObject } from '../../base/model/schema.js';
import type { Position } from '../../base/model/position.js';
import { kustomizationIn, kustomizations, webhookCodeFile, webhookFile } from '../../project/paths.js';
import { pluralNameOf } from '../../project/plural.js';
import { apiGroupOf, type Project, type ProjectResource } from '../../project/project.js';
import { lineOfEntries, type Deployment } from './deployment.js';

const webhookFolder = posix.dirname(webhookFile);
const folder = posix.dirname(kustomizations.default);

/**
 * Reports that `config/default` deploys the operator without a generated webhook configuration, so that the API server
 * never calls its webhooks. Webhooks that are deployed separately according to a comment, another kustomization or the
 * Makefile are not reported. Gaps in a configuration of the user are reported elsewhere.
 * @param roots all kustomizations that are not parts of others
 */
export async function undeployedWebhookProblems(
  deployment: Deployment,
  roots: readonly BuiltRoot[],
  project: Project,
): Promise<readonly Diagnostic[]> {
  const { generated, objects, read, isWhole } = deployment;
  const file = kustomizationIn(folder, (path) => read(path) !== undefined);
  if (!isWhole || file === undefined || operatorWorkloads(objects).length === 0) return [];
  const others = roots.filter((each) => ![folder, webhookFolder].includes(each.folder)).flatMap((each) => each.objects);
  const all = [...objects, ...others].map(({ object }) => object);
  const paths = new Set(all.flatMap(pathsOf));
  const services = operatorServices(objects);
  const compared = new Set(
    objects
      .filter((each) => each.file === webhookFile || calls(each.object, services))
      .map(({ object }) => kindOf(object)),
  );
  const missing = generated
    .filter(({ path }) => path === webhookFile)
    .map(({ object }) => object)
    .filter((each) => !compared.has(kindOf(each)) && pathsOf(each).some((path) => !paths.has(path)));
  const texts = [file, kustomizationIn(webhookFolder, (path) => read(path) !== undefined)].map(
    (each) => read(each ?? '') ?? '',
  );
  if (missing.length === 0 || texts.some(leavesOut) || appliesWebhooks(read('Makefile') ?? '')) return [];
  const { remedy, position } = await remedyFor(missing, file, { deployment, project });
  const what = `the webhooks of ${webhookFile} (${missing.flatMap(pathsOf).join(', ')})`;
  return [
    diagnostic('deployed-webhook', { what, reason: 'config/default does not deploy this file', remedy }, position),
  ];
}

function calls(configuration: JsonObject, services: ReadonlySet<string>): boolean {
  return isWebhookConfiguration(configuration) && webhooksOf(configuration).some((each) => callsAny(each, services));
}

/** Returns the paths at which the API server calls the operator because of an object. */
function pathsOf(object: JsonObject): readonly string[] {
  if (!isWebhookConfiguration(object)) return [];
  return webhooksOf(object)
    .map((each) => objectAt(each, 'clientConfig', 'service'))
    .filter((service) => textAt(service, 'name') !== '')
    .map((service) => textAt(service, 'path'));
}

/** Reports whether a kustomization has the webhooks in a comment, other than the comment in every new project of kubebuilder. */
function leavesOut(text: string): boolean {
  return (
    !text.includes('[WEBHOOK]') &&
    text.split('\n').some((line) => /^\s*#\s*- \S*(?:webhook|manifests\.yaml)/.test(line))
  );
}

/** Reports whether a Makefile builds or applies the folder of the webhooks separately. */
function appliesWebhooks(makefile: string): boolean {
  return makefile
    .split('\n')
    .some((line) => line.includes(webhookFolder) && /\b(?:build|apply|kustomize)\b/i.test(line));
}

interface Context {
  readonly deployment: Deployment;
  readonly project: Project;
}

async function remedyFor(
  missing: readonly JsonObject[],
  file: string,
  { deployment, project }: Context,
): Promise<{ readonly remedy: string; readonly position: Position }> {
  const { read, objects } = deployment;
  const kustomization = kustomizationIn(webhookFolder, (path) => read(path) !== undefined);
  if (kustomization === undefined) {
    const named = await kindNamedIn(missing, project);
    return { remedy: creating(missing, named, project), position: { file: webhookFile, line: 1, column: 1 } };
  }
  // A build with the other files of the folder must not contain the same objects twice.
  const isPart = objects.some((each) => each.file.startsWith(`${webhookFolder}/`));
  const entry = posix.relative(folder, isPart ? webhookFile : webhookFolder);
  return {
    remedy: `list ${entry} in ${file}; if something else deploys it, write the entry as a comment: # - ${entry}`,
    position: { file, line: lineOfEntries(read(file) ?? ''), column: 1 },
  };
}

/** The names of a kind with webhooks, for the command line. */
type Named = Pick<ProjectResource, 'group' | 'version' | 'kind'>;

/**
 * Returns the remedy if only the configuration exists: `create webhook` keeps an existing class in the file that it
 * would scaffold.
 */
function creating(missing: readonly JsonObject[], named: Named | undefined, project: Project): string {
  const parts = 'which adds the Service, the certificate and the entries of config/default';
  if (named === undefined) return `run npx operator-gen create webhook for one of the kinds, ${parts}`;
  const { group, version, kind } = named;
  const isAsked = (type: string): boolean => missing.some((each) => kindOf(each).startsWith(type));
  const command = shellLine([
    ...['npx', 'operator-gen', 'create', 'webhook'],
    ...(group === undefined ? [] : ['--group', group]),
    ...['--version', version, '--kind', kind],
    ...(isAsked('Mutating') ? ['--defaulting'] : []),
    ...(isAsked('Validating') ? ['--programmatic-validation'] : []),
  ]);
  const file = webhookCodeFile(named, project);
  return `move the class and the function that registers it to ${file}, remove its registration from other code, and run ${command}, ${parts}`;
}

/** Returns the first kind that the webhooks are for; undefined if it is unknown. */
async function kindNamedIn(missing: readonly JsonObject[], project: Project): Promise<Named | undefined> {
  const rule = missing.flatMap(webhooksOf).flatMap((each) => listAt(each, 'rules'))[0];
  const [group = '', version = '', plural = ''] = ['apiGroups', 'apiVersions', 'resources'].map(
    (each) => textsAt(rule, each)[0] ?? '',
  );
  const own = project.resources.find(
    (each) => apiGroupOf(each) === group && each.version === version && pluralNameOf(each) === plural,
  );
  if (own !== undefined) return own;
  const all = await allBuiltInKinds();
  const builtIn = all.find((each) => each.group === group && each.version === version && each.plural === plural);
  return builtIn && { group: group === '' ? 'core' : group, version, kind: builtIn.kind };
}
