import { posix, resolve } from 'node:path';
import { usageError } from '../../../../cli/framework/usage-error.js';
import { hasErrors } from '../../../../base/diagnostics/has-errors.js';
import { diagnostic } from '../../reporting.js';
import type { Diagnostic } from '../../../../base/diagnostics/diagnostic.js';
import { withRecord } from '../../../../output/operation/record.js';
import { textAt as textOrNone } from '../../../../output/kustomize/included-objects.js';
import { generate } from '../../../../output/generate/generate.js';
import { slashed } from '../../../../base/io/slashed.js';
import { toolVersion } from '../../../../base/io/tool.js';
import type { BuiltObject } from '../../../../output/kustomize/build.js';
import { kustomize, type ProjectFiles } from '../../../../output/kustomize/kustomize.js';
import { notGenerated } from '../../../../output/kustomize/not-generated.js';
import { objectPlace } from '../../../../output/kustomize/object-place.js';
import { readObjects } from '../../../../output/kustomize/read-objects.js';
import type { Kind } from '../../../../base/model/kind.js';
import type { JsonObject } from '../../../../base/model/schema.js';
import { kindOf } from '../../../../base/model/kubernetes-object.js';
import { bundleFolder } from '../../bundle.js';
import type { Part } from '../../compose/parts.js';
import { makePlan } from '../../../../output/plan/make-plan.js';
import type { Environment } from '../../../../output/operation/outcome.js';
import { readState } from '../../../../output/plan/state.js';
import type { FoundProject } from '../../../../project/find-project.js';
import { presentKustomization } from '../../../../project/paths.js';

/** The objects from which a bundle is generated. */
export interface Deployed {
  readonly parts: readonly Part[];
  /** Samples that are not among the parts. */
  readonly samples: readonly JsonObject[];
  /** The base of the ClusterServiceVersion, if it is not among the parts. */
  readonly base?: JsonObject;
  /** The kinds of the sources, if there are any. */
  readonly kinds?: readonly Kind[];
  readonly diagnostics: readonly Diagnostic[];
}

type ReadText = (path: string) => string | undefined;

/** The kustomization for bundles, which adds a base, samples, and tests to the deployed objects. */
const bundleKustomization = 'config/manifests/kustomization.yaml';

/** Returns the objects that a project deploys, according to its present sources: outdated manifests are generated in memory. */
export async function projectParts(environment: Environment, found: FoundProject): Promise<Deployed> {
  const { host, helper } = environment;
  const { root, project } = found;
  const generated = await generate(host, root, project, toolVersion(), environment);
  if (hasErrors(generated.diagnostics)) return { parts: [], samples: [], diagnostics: generated.diagnostics };
  const recorded = readState(await withRecord(environment, found), root);
  const { plan } = makePlan(host, root, generated.files, { complete: true, recorded });
  const planned = new Map(plan.files.map(({ path, after }) => [path, after]));
  const read: ReadText = (path) =>
    planned.has(path) ? planned.get(path) : textOrNone(path, (each) => host.read(posix.join(root, each)));
  const folder =
    read(presentKustomization(bundleKustomization, (path) => read(path) !== undefined)) === undefined
      ? 'config/default'
      : posix.dirname(bundleKustomization);
  const files = { host, root, planned };
  const built = await builtParts(helper, files, folder);
  const samples = await builtParts(helper, files, 'config/samples');
  const { base, problem } = baseIn(project.projectName, read);
  return {
    parts: built.objects.map(({ object, file, declaredName }) => ({
      object,
      position: objectPlace(file, read(file) ?? '', kindOf(object), declaredName),
    })),
    samples: samples.objects.map(({ object }) => object),
    ...(base !== undefined && { base }),
    kinds: generated.kinds,
    diagnostics: [
      // A bundle does not depend on the chart.
      ...generated.diagnostics.filter(({ code }) => code !== 'output-not-generated'),
      // Without kustomize, neither can be generated.
      ...(built.diagnostics.length > 0 ? built : samples).diagnostics,
      ...(problem === undefined ? [] : [problem]),
    ],
  };
}

/** Returns the objects that kustomize builds, or why there is no bundle. */
async function builtParts(
  helper: Environment['helper'],
  files: ProjectFiles,
  from: string,
): Promise<{ readonly objects: readonly BuiltObject[]; readonly diagnostics: readonly Diagnostic[] }> {
  const built = await kustomize(helper, files, { folder: from });
  if (!('reason' in built)) return { objects: built, diagnostics: [] };
  const what = { output: 'bundle' as const, folder: bundleFolder, from, ...built.cause };
  return { objects: [], diagnostics: [{ ...notGenerated(what), severity: 'error' }] };
}

/** Returns the objects in a file that the user named. */
export async function namedParts(from: string, environment: Environment): Promise<Deployed> {
  const { host, named = host, cwd, input = async () => '' } = environment;
  const path = slashed(resolve(cwd, from));
  if (from !== '-' && named.kind(path) !== 'file')
    throw usageError('bundle', 'invalid-value', { option: '--from', value: from, reason: 'it is not a file' });
  const text = from === '-' ? await input() : named.read(path);
  const read = readObjects(text);
  if ('reason' in read)
    throw usageError('bundle', 'invalid-value', { option: '--from', value: from, reason: read.reason });
  return { parts: read.objects.map((object) => ({ object })), samples: [], diagnostics: [] };
}

/** Returns the path of the base of the ClusterServiceVersion, as in projects of operator-sdk. */
export function basePath(packageName: string): string {
  return `config/manifests/bases/${packageName}.clusterserviceversion.yaml`;
}

/** The base of a ClusterServiceVersion, or the reason why it cannot be read; neither if there is none. */
interface FoundBase {
  readonly base?: JsonObject;
  readonly problem?: Diagnostic;
}

/** Returns the base of a project. */
export function baseIn(packageName: string, read: ReadText): FoundBase {
  const path = basePath(packageName);
  const text = read(path);
  if (text === undefined) return {};
  const found = readObjects(text);
  const problem = (reason: string): FoundBase => ({
    problem: diagnostic('unreadable-csv-base', { path, reason }, { file: path, line: 1, column: 1 }),
  });
  if ('reason' in found) return problem(found.reason);
  const [base] = found.objects;
  return base !== undefined && kindOf(base) === 'ClusterServiceVersion'
    ? { base }
    : problem('it has no object of the kind ClusterServiceVersion');
}
