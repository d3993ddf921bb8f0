import { posix } from 'node:path';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Host } from '../../base/io/host.js';
import { walk } from '../../base/io/walk.js';
import type { Outcome } from '../../output/operation/outcome.js';
import { crdFolder, kustomizationNames, kustomizations } from '../../project/paths.js';
import { helperFailure } from '../../base/helper/failure.js';
import type { Helper } from '../../base/helper/helper.js';
import { deployed } from './deployed.js';
import { misspelledKinds } from './explain.js';
import { withFailedPatch } from './failed-patch.js';
import { buildAll, isComponent, type Built } from './kustomizations.js';
import type { Manifest, ManifestSet } from './manifest.js';
import { projectDefinitions } from './project-definitions.js';
import { verifyDeployed } from './verify.js';

/** Builds all kustomizations of a project, and asks the API server about each of their objects. */
export async function verifyKustomizations(
  host: Host,
  helper: Helper,
  { root, plan, diagnostics: reported }: Outcome,
): Promise<readonly Diagnostic[]> {
  // An unchanged file is read from the disk like any other, so that a result is remembered only for what it says now.
  const changed = plan.files.filter(({ action }) => action !== 'unchanged');
  const planned = new Map(changed.map(({ path, after }) => [path, after]));
  const textOf = (file: string): string | undefined =>
    planned.has(file) ? planned.get(file) : host.read(posix.join(root, file));
  const files = Object.fromEntries(changed.flatMap(({ path, after }) => (after === undefined ? [] : [[path, after]])));
  // They are asked about together with the sources, as warnings.
  const samples = new Set(plan.files.flatMap(({ ownership, path }) => (ownership === 'sample' ? [path] : [])));
  try {
    const builds = kustomizationsIn(host, root)
      .filter((path) => !isComponent(textOf(path) ?? ''))
      .map((path) => [{ root, folder: posix.dirname(path), files }, posix.basename(path)] as const);
    const built = await buildAll(helper, builds);
    // The result is remembered for as long as these stay the same.
    for (const path of new Set(built.flatMap(({ read }) => read))) textOf(path);
    // `make deploy` deploys it.
    const { whole, parts } = deployed(built, (file) => posix.dirname(file) === posix.dirname(kustomizations.default));
    const setOf = (each: Built): ManifestSet =>
      each.manifests.filter((manifest) => !samples.has(manifest.file ?? '') && !isTemplate(each, manifest));
    const { diagnostics, verdicts } = await verifyDeployed(
      helper,
      { whole: whole.map(setOf), parts: parts.map(setOf) },
      textOf,
      { definitions: projectDefinitions(host, root), isFixed: true },
    );
    const named = whole.map((each) => {
      const build = { root, folder: posix.dirname(each.file), files };
      return withFailedPatch(helper, build, each, () => textOf(each.file));
    });
    const problems = (await Promise.all(named))
      .flatMap((each) => each.diagnostics)
      .filter((each) => !isReported(each, reported));
    return [...problems.map(judgedBuild), ...diagnostics, ...misspelledKinds(verdicts, groupsIn(host, root), textOf)];
  } catch (error) {
    return [helperFailure(error)];
  }
}

/** A variable that clusterctl or envsubst replaces, such as `${NAME}` and `${NAME:=a}`. */
const variable = /\$\{[A-Za-z_]\w*(?:(?::?[-=]|:\?)[^}$]*)?\}/;

/**
 * Reports whether an object is a template for clusters, which other tools complete. Objects in `config/` are deployed
 * unchanged.
 */
function isTemplate({ file }: Built, { text }: Manifest): boolean {
  return !file.startsWith('config/') && variable.test(text);
}

/**
 * Turns the failure of a deployed build into an error. A missing file may be uncommitted on purpose, such as the values
 * of a secret, and other folders can contain examples of mistakes.
 */
function judgedBuild(each: Diagnostic): Diagnostic {
  const isDeployed = each.code === 'kustomization-failed' && each.position?.file.startsWith('config/') === true;
  const isMissing = /does not exist|no such file|not found|doesn't exist/.test(each.message);
  return isDeployed && !isMissing ? { ...each, severity: 'error' } : each;
}

/** Returns the API groups of a project's CRDs. */
function groupsIn(host: Host, root: string): ReadonlySet<string> {
  const form = /^[^_]+(?=_\w+\.yaml$)/;
  return new Set(host.list(posix.join(root, crdFolder)).flatMap((name) => form.exec(name) ?? []));
}

// testdata contains files for Go tests.
const notSearched = new Set(['node_modules', 'dist', 'testdata', 'vendor']);

/** Returns the paths of the kustomizations of a project, in all folders or below one. */
export function kustomizationsIn(host: Host, root: string, below = ''): readonly string[] {
  const isSkipped = (name: string): boolean => name.startsWith('.') || notSearched.has(name);
  // A link in config/ is rejected; operator-gen does not manage what other folders deploy.
  const isRead = (path: string, kind: string): boolean =>
    kind === 'file' || (kind === 'symlink' && path.startsWith('config/'));
  return [...walk(host, posix.join(root, below), isSkipped)]
    .filter(({ name }) => kustomizationNames.includes(name))
    .map(({ path, kind }) => ({ path: posix.relative(root, path), kind }))
    .filter(({ path, kind }) => isRead(path, kind))
    .map(({ path }) => path);
}

/** Reports whether a build failed because of a missing file that has its own diagnostic. */
function isReported({ code, message }: Diagnostic, reported: readonly Diagnostic[]): boolean {
  const isDangling = reported.some((each) => each.code === 'dangling-kustomization-entry');
  return code === 'kustomization-failed' && isDangling && message.includes('does not exist');
}
