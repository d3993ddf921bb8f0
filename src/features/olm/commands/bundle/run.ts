import { posix } from 'node:path';
import type { Diagnostic } from '../../../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../../../base/diagnostics/has-errors.js';
import { toolVersion } from '../../../../base/io/tool.js';
import { kindOf, nameOf } from '../../../../base/model/kubernetes-object.js';
import type { JsonObject } from '../../../../base/model/schema.js';
import { textAt as textOrNone } from '../../../../output/kustomize/included-objects.js';
import { readObjects } from '../../../../output/kustomize/read-objects.js';
import type { Environment, Outcome } from '../../../../output/operation/outcome.js';
import { stateFile } from '../../../../output/plan/leftovers.js';
import { makePlan } from '../../../../output/plan/make-plan.js';
import { findProject, type FoundProject } from '../../../../project/find-project.js';
import { projectFile } from '../../../../project/paths.js';
import { projectRoot } from '../../../../project/project-root.js';
import { layout } from '../../../../project/project.js';
import { shownPath } from '../../shown-path.js';
import { bundleFolder } from '../../bundle.js';
import { composeBundle, type ComposedBundle } from '../../compose/compose.js';
import { annotationsIn } from '../../compose/metadata.js';
import { hasImage, placeholderImage, withImage } from '../../compose/operator-image.js';
import type { Part } from '../../compose/parts.js';
import { imageProblem } from '../../image-reference.js';
import { refuse } from '../../reporting.js';
import { bundleFiles, isMade } from './bundle-files.js';
import { checkedOptions, invalid } from './checked-options.js';
import { baseIn, namedParts, projectParts, type Deployed } from './deployed-parts.js';
import type { BundleOptions } from './flags.js';

/** Generates a bundle from the objects that a project deploys, or from manifests that the user names. */
export async function bundle(options: BundleOptions, environment: Environment): Promise<Outcome> {
  const { host, cwd, env } = environment;
  const { from, now, force = false, image } = options;
  const root = projectRoot(host, cwd);
  const found = from === undefined || hasProject(environment, root) ? findProject(host, cwd) : undefined;
  const read = (path: string): string | undefined => textOrNone(path, (each) => host.read(posix.join(root, each)));
  const given = from === undefined ? await projectParts(environment, found!) : await namedParts(from, environment);
  const packageName = found?.project.projectName ?? packageOf(given, from ?? '');
  const checked = checkedOptions(options, packageName);
  const stopped = (diagnostics: readonly Diagnostic[]): Outcome => ({
    ...{ root, plan: { files: [] }, diagnostics, summary: '', next: [] },
  });
  if (hasErrors(given.diagnostics)) return stopped(given.diagnostics);
  const deployed = image === undefined ? given : { ...given, parts: checkedImage(given.parts, image) };
  const { base, problem } = from === undefined ? {} : baseIn(packageName, read);
  const composed = composeBundle({
    ...{
      packageName,
      layout: found === undefined ? 'unknown' : layout,
      options: checked,
      builder: `operator-gen-v${toolVersion()}`,
    },
    ...deployed,
    ...(base !== undefined && { base }),
    provider: providerOf(found, packageName),
    annotations: annotationsIn(objectIn(read(`${bundleFolder}/metadata/annotations.yaml`))),
  });
  const problems = [...deployed.diagnostics, ...(problem === undefined ? [] : [problem]), ...composed.diagnostics];
  if (hasErrors(problems)) return stopped(problems);
  return planned(composed, { root, problems, packageName, force, created: timeOf(env, now) }, environment, read);
}

interface Writing {
  readonly root: string;
  readonly problems: readonly Diagnostic[];
  readonly packageName: string;
  readonly force: boolean;
  readonly created: { readonly time: string; readonly isFixed: boolean };
}

function planned(
  composed: ComposedBundle,
  { root, problems, packageName, force, created }: Writing,
  { host, cwd }: Environment,
  read: (path: string) => string | undefined,
): Outcome {
  const files = bundleFiles(composed, { packageName, created, read });
  const folder = posix.join(bundleFolder, 'manifests');
  const wanted = new Set(files.map(({ path }) => path));
  const unwanted = host
    .list(posix.join(root, folder))
    .map((name) => posix.join(folder, name))
    .filter((path) => !wanted.has(path) && isMade(read(path)));
  // The record lists files that `manifests` would remove when they are no longer generated. A bundle is not one of
  // them.
  const made = makePlan(host, root, files, { force, unwanted });
  const plan = { files: made.plan.files.filter(({ path }) => path !== stateFile) };
  const isSame = plan.files.every(({ action }) => action === 'unchanged');
  return {
    ...{ root, plan, diagnostics: [...problems, ...made.diagnostics] },
    summary: isSame
      ? 'The bundle is up to date.'
      : `Generated the bundle ${nameOf(composed.csv)} in ${shownPath(cwd, root, bundleFolder)}.`,
    next: [`npx operator-gen bundle validate`],
  };
}

function hasProject({ host }: Environment, root: string): boolean {
  return host.kind(posix.join(root, projectFile)) !== 'missing';
}

/** Returns the package name from a base among the manifests, if there is no project. */
function packageOf({ parts }: Deployed, from: string): string {
  const version = parts.find(({ object }) => kindOf(object) === 'ClusterServiceVersion');
  const name = version === undefined ? '' : nameOf(version.object).split(/\.v(?=\d)/, 1)[0]!;
  return name === '' ? refuse('bundle-without-package', { from }) : name;
}

function providerOf(found: FoundProject | undefined, packageName: string): string {
  return found?.project.domain || packageName;
}

/** Returns the creation time of a bundle: that of a reproducible build, if it is set. https://reproducible-builds.org */
function timeOf({ SOURCE_DATE_EPOCH: epoch = '' }: Environment['env'], now: Date): Writing['created'] {
  const isFixed = /^\d{1,11}$/.test(epoch);
  const date = isFixed ? new Date(Number(epoch) * 1000) : now;
  return { time: date.toISOString().replace(/\.\d+Z$/, 'Z'), isFixed };
}

/** Returns the first object of a text; undefined if it cannot be read. */
function objectIn(text: string | undefined): JsonObject | undefined {
  const found = readObjects(text);
  return 'reason' in found ? undefined : found.objects[0];
}

/**
 * Returns the objects of a bundle with the image of the operator in place of the placeholder, as in `make deploy`.
 * @throws UsageError for an image that OLM would reject, and if no container would get it
 */
function checkedImage(parts: readonly Part[], image: string): readonly Part[] {
  const reason = imageProblem(image);
  if (reason !== undefined) throw invalid('--image', image, reason);
  // With neither, the registry would decide which image is installed.
  if (!/[:@]/.test(image.slice(image.lastIndexOf('/') + 1)))
    throw invalid('--image', image, `it has neither a tag nor a digest, such as ${image}:v1`);
  const placed = withImage(parts, image);
  if (!hasImage(placed, image))
    throw invalid('--image', image, `no Deployment has the image ${placeholderImage} to replace with it`);
  return placed;
}
