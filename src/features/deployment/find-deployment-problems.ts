import { posix } from 'node:path';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Helper } from '../../base/helper/helper.js';
import type { Host } from '../../base/io/host.js';
import { overlay } from '../../base/io/overlay.js';
import { walk } from '../../base/io/walk.js';
import { kindOf, nameOf } from '../../base/model/kubernetes-object.js';
import type { JsonObject } from '../../base/model/schema.js';
import { objectsOf } from '../../base/text/yaml-objects.js';
import type { BuiltObject } from '../../output/kustomize/build.js';
import { deployedObjects } from './deployed-objects.js';
import { textOf } from '../../output/kustomize/kustomize.js';
import { builtRoots, deploymentsAmong, type BuiltRoot } from '../../output/kustomize/other-deployments.js';
import { unmatchedPatches } from '../../output/kustomize/unmatched-patches.js';
import type { Outcome } from '../../output/operation/outcome.js';
import { findProject } from '../../project/find-project.js';
import { crdFile, isYaml, kustomizations, roleFile, webhookFile } from '../../project/paths.js';
import { pluralNameOf } from '../../project/plural.js';
import { apiGroupOf } from '../../project/project.js';
import { withTypes } from '../../project/resources.js';
import { danglingEntries } from '../../scaffold/change/kustomizations/dangling-entries.js';
import { kustomizationsIn } from '../verdict/verify-kustomizations.js';
import { danglingRoleProblems } from './dangling-roles.js';
import { argumentProblems } from './deployed-arguments.js';
import { commandProblems, imageProblems } from './deployed-command.js';
import { crdProblems, webhookProblems } from './deployed-copies.js';
import { electionProblems } from './deployed-election.js';
import { podProblems } from './deployed-pods.js';
import { portProblems } from './deployed-ports.js';
import { probeProblems } from './deployed-probes.js';
import { replicaProblems } from './deployed-replicas.js';
import { roleProblems } from './deployed-roles.js';
import { serviceProblems } from './deployed-services.js';
import { subjectProblems } from './deployed-subjects.js';
import { callProblems } from './deployed-webhooks.js';
import type { Deployment, GeneratedObject, Program } from './deployment.js';
import { metricsCertificateProblems } from './metrics-certificate.js';
import { sidecarPatchProblems } from './patched-sidecars.js';
import { selfBlockingProblems } from './self-blocking.js';
import { servicePortProblems } from './service-ports.js';
import { unboundRoleProblems } from './unbound-role.js';
import { undeployedRoleProblems } from './undeployed-role.js';
import { undeployedWebhookProblems } from './undeployed-webhooks.js';

/**
 * Compares the objects that `config/default` deploys with the needs of the code, regardless of their files: roles,
 * webhook configurations, CRDs, and the program that runs.
 * @param before the objects that `config/default` deployed before a change, whose missing Services are not reported
 */
export async function findDeploymentProblems(
  host: Host,
  helper: Helper | undefined,
  { root, plan }: Outcome,
  before: readonly BuiltObject[] = [],
): Promise<readonly Diagnostic[]> {
  const changed = plan.files.filter(({ action }) => action !== 'unchanged');
  const files = { host, root, planned: new Map(changed.map(({ path, after }) => [path, after])) };
  const planned = new Map(changed.map(({ path, after }) => [posix.join(root, path), after]));
  const read = (path: string): string | undefined => textOf(files, path);
  const folder = posix.dirname(kustomizations.default);
  const built = await deployedObjects(helper, files, folder);
  const { project } = findProject(host, root);
  const definitions = withTypes(project).map((each) => crdFile(apiGroupOf(each), pluralNameOf(each)));
  const outputs = new Set([roleFile, webhookFile, ...definitions]);
  const isWhole = built.isWhole && danglingEntries(overlay(host, planned), root).length === 0;
  const generated = [...outputs].flatMap((path) => objectsOf(read(path)).map((object) => ({ object, path })));
  const objects = built.objects.map((each) => ({ ...each, object: rounded(each.object) }));
  const deployment: Deployment = { isWhole, objects: withKnownFiles(objects, generated), generated, read };
  const ofProgram = programProblems(deployment);
  // Another check rejects a link in config/.
  const paths = kustomizationsIn(host, root, 'config').filter((path) => host.kind(posix.join(root, path)) === 'file');
  const roots = builtRoots(paths, read);
  const found = [
    ...roleProblems(deployment),
    ...webhookProblems(deployment),
    ...crdProblems(deployment),
    ...serviceProblems(deployment, before),
    // An object that is missing in a build can serve the webhooks, or be required by a Pod.
    ...(isWhole ? problemsOfWhole(deployment, roots) : []),
    ...(await undeployedWebhookProblems(deployment, roots, project)),
    ...ofProgram,
    ...imageProblems(read),
    ...problemsElsewhere(roots, read, ofProgram),
    ...unmatchedPatches(roots, read),
    ...danglingRoleProblems({ roots, read, paths: () => manifestsIn(host, root) }, project),
  ];
  // A part that is not evaluated can correct the rest.
  return built.isWhole ? found : found.map((each) => ({ ...each, severity: 'warning' }));
}

function problemsOfWhole(deployment: Deployment, roots: readonly BuiltRoot[]): readonly Diagnostic[] {
  return [
    ...undeployedRoleProblems(deployment, roots),
    ...unboundRoleProblems(deployment, roots),
    ...subjectProblems(deployment),
    ...electionProblems(deployment),
    ...callProblems(deployment),
    ...replicaProblems(deployment),
    ...podProblems(deployment),
    ...portProblems(deployment),
    ...servicePortProblems(deployment),
    ...metricsCertificateProblems(deployment),
    ...selfBlockingProblems(deployment),
    ...sidecarPatchProblems(deployment),
  ];
}

/** Returns the YAML files in `config/`. */
function manifestsIn(host: Host, root: string): readonly string[] {
  const found = [...walk(host, posix.join(root, 'config'))].filter(({ kind, name }) => kind === 'file' && isYaml(name));
  return found.map(({ path }) => posix.relative(root, path));
}

function programProblems(program: Program): readonly Diagnostic[] {
  return [...commandProblems(program), ...argumentProblems(program), ...probeProblems(program)];
}

/** Returns the problems of other kustomizations that deploy the operator, except for problems that are already reported. */
function problemsElsewhere(
  roots: readonly BuiltRoot[],
  read: Deployment['read'],
  reported: readonly Diagnostic[],
): readonly Diagnostic[] {
  const placeOf = ({ code, position }: Diagnostic): string => JSON.stringify([code, position]);
  const known = new Set(reported.map(placeOf));
  return deploymentsAmong(roots)
    .flatMap((each) => programProblems({ ...each, read }))
    .filter((each) => !known.has(placeOf(each)))
    .map((each) => ({ ...each, severity: 'warning' }));
}

/** Returns an object with all numbers rounded as in JavaScript, as in the generated files. */
function rounded(object: JsonObject): JsonObject {
  const text = JSON.stringify(object, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value));
  return JSON.parse(text) as JsonObject;
}

/**
 * Returns deployed objects, in which those with an unknown file get the generated file with a matching object, for
 * example if a transformer has replaced all annotations. Their names can have gained prefixes and suffixes.
 */
function withKnownFiles(
  objects: readonly BuiltObject[],
  generated: readonly GeneratedObject[],
): readonly BuiltObject[] {
  const isDeployed = ({ object, path }: GeneratedObject): boolean =>
    objects.some(
      (each) => each.file === path && kindOf(each.object) === kindOf(object) && each.declaredName === nameOf(object),
    );
  const left = generated.filter((each) => !isDeployed(each));
  return objects.map((built) => {
    if (built.isOfUnknownFile !== true) return built;
    const { isOfUnknownFile: _, ...rest } = built;
    const isMeant = ({ object }: GeneratedObject): boolean =>
      kindOf(object) === kindOf(built.object) && nameOf(built.object).includes(nameOf(object));
    const [longest] = left
      .filter(isMeant)
      .toSorted(({ object: one }, { object: other }) => nameOf(other).length - nameOf(one).length);
    return longest === undefined ? built : { ...rest, file: longest.path, declaredName: nameOf(longest.object) };
  });
}
