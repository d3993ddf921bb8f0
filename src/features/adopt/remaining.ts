import { posix } from 'node:path';
import { diagnostic, type DiagnosticCode } from './reporting.js';
import { DiagnosticsError, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../base/diagnostics/has-errors.js';
import { pathsIncluded } from '../../output/kustomize/included-objects.js';
import { overlay } from '../../base/io/overlay.js';
import type { Layout } from '../../project/layout/layout.js';
import type { Plan } from '../../output/plan/plan.js';
import type { Environment } from '../../output/operation/outcome.js';
import { kustomizationIn, kustomizations } from '../../project/paths.js';
import { readable } from '../../project/readable.js';
import { buildKustomization } from '../verdict/kustomizations.js';
import type { Helper } from '../../base/helper/helper.js';
import { findDeploymentProblems } from '../deployment/find-deployment-problems.js';
import { operatorImage } from '../deployment/operator-image.js';
import { findPermissionProblems } from '../permissions/find-permission-problems.js';
import { verifyKustomizations } from '../verdict/verify-kustomizations.js';
import type { Source } from './source.js';

const dockerfile = 'Dockerfile';

interface Input {
  readonly source: Source;
  readonly plan: Plan;
  readonly layout: Layout;
  /** The problems that are already reported. */
  readonly diagnostics: readonly Diagnostic[];
  readonly environment: Environment;
}

/** Problems of the new project. They do not prevent adopt, unless adopt breaks a build that worked before. */
export interface Remaining {
  readonly problems: readonly Diagnostic[];
  /** Those that `check` will report as errors. */
  readonly blocking: readonly Diagnostic[];
}

/** Returns the errors that `check` will report after adopt, and kustomizations that adopt breaks. */
export async function remainingProblems({ source, plan, layout, diagnostics, environment }: Input): Promise<Remaining> {
  const { host, cwd: root, helper } = environment;
  if (hasErrors(diagnostics) || plan.files.some(({ action }) => action === 'conflict'))
    return { problems: [], blocking: [] };
  const files = plan.files.map(({ path, after }) => [path, after] as const);
  const planned = overlay(
    host,
    new Map([...files, ...newImage(layout, source)].map(([path, after]) => [posix.join(root, path), after])),
  );
  const { diagnostics: inCode } = await findPermissionProblems(planned, root, undefined);
  const outcome = { root, plan, diagnostics, summary: '', next: [] };
  const inManifests = helper?.identity === undefined ? [] : await manifestProblems(planned, helper, outcome);
  const failed = inManifests.filter(({ code }) => code === 'kustomization-failed');
  const inDeployment = await findDeploymentProblems(planned, helper, outcome, source.deployment.objects);
  const errors = [...inCode, ...inManifests, ...inDeployment].filter(
    (each) => each.severity === 'error' && !failed.includes(each),
  );
  const problems = errors.map((each) => ({ ...each, severity: 'warning' as const }));
  const deployed = pathsIncluded(posix.dirname(kustomizations.default), (path) => planned.read(posix.join(root, path)));
  const breaks =
    failed.length === 0 ? undefined : await brokenDefault(failed, { source, helper: helper!, deployed, plan, root });
  if (breaks !== undefined) return { problems: [breaks], blocking: [breaks] };
  const builds = await Promise.all(
    failed.map(async (each) => ({
      found: await brokenBuild(each, { source, helper: helper!, deployed }),
      isError: each.severity === 'error',
    })),
  );
  const blocking = builds.filter(({ isError }) => isError).flatMap(({ found }) => found);
  // With the reason, which is in the Go code.
  const isSaid = diagnostics.some(({ code }) => code === 'webhook-certificate' || code === 'webhooks-not-deployed');
  return {
    // A Pod with such a probe never becomes ready, and requests fail if a webhook for them cannot be called.
    problems: [
      ...builds.flatMap(({ found }) => found),
      ...problems,
      ...inDeployment.filter(
        ({ code, severity }) =>
          withEffect.has(code) ||
          (code === 'deployed-webhook' && !isSaid) ||
          (code === 'deployed-command' && severity !== 'error'),
      ),
    ],
    blocking: [...blocking, ...problems],
  };
}

/** Problems in the deployed objects that keep the operator, or its callers, from working. */
const withEffect: ReadonlySet<string> = new Set<DiagnosticCode>([
  'deployed-pod',
  'deployed-probe',
  'deployed-service',
  'deployed-without-service',
]);

/** Returns the Dockerfile of the new operator, which replaces that of the Go project when the port is complete. */
function newImage(layout: Layout, source: Source): readonly (readonly [path: string, text: string])[] {
  const scaffolded = layout.get(dockerfile)?.content;
  const present = source.paths.includes(dockerfile) ? readable(source.read, dockerfile) : undefined;
  const isOwn = present !== undefined && operatorImage(present).runsNode;
  return scaffolded === undefined || isOwn ? [] : [[dockerfile, scaffolded]];
}

/** Returns the problems of kustomizations. A link in config/, which check rejects, is kept. */
async function manifestProblems(...input: Parameters<typeof verifyKustomizations>): Promise<readonly Diagnostic[]> {
  try {
    return await verifyKustomizations(...input);
  } catch (error) {
    if (error instanceof DiagnosticsError) return error.diagnostics;
    throw error;
  }
}

interface Known {
  readonly source: Source;
  readonly helper: Helper;
  /** The files and folders that `config/default` includes. */
  readonly deployed: readonly string[];
}

/**
 * Returns the reasons why `config/default` can no longer be built: then nothing is written. If several builds fail
 * because of the same part, the failure of that part is included.
 */
async function brokenDefault(
  failed: readonly Diagnostic[],
  { source, helper, deployed, plan, root }: Known & { readonly plan: Plan; readonly root: string },
): Promise<Diagnostic | undefined> {
  const folder = posix.dirname(kustomizations.default);
  const path = kustomizationIn(folder, (each) => source.paths.includes(each));
  if (path === undefined || (await stateOf(path, source, helper)) !== 'built') return undefined;
  const files = Object.fromEntries(
    plan.files.flatMap(({ path: file, after }) => (after === undefined ? [] : [[file, after]])),
  );
  const [failure] = (await buildKustomization(helper, { root, folder, files }, posix.basename(path))).diagnostics;
  if (failure === undefined) return undefined;
  const isCause = ({ position }: Diagnostic): boolean => {
    const at = posix.dirname(position!.file);
    return at === folder || deployed.includes(at);
  };
  const cause = failed.find(isCause) ?? failure;
  return diagnostic('deployment-breaks', { path, reason: reasonOf(cause) }, cause.position);
}

function reasonOf({ message }: Diagnostic): string {
  return message.replace(/^kustomize cannot build .*?: /, '');
}

/** Returns the failure of a build, with its state before adopt. */
async function brokenBuild(failure: Diagnostic, { source, helper, deployed }: Known): Promise<readonly Diagnostic[]> {
  const path = failure.position!.file;
  const reason = reasonOf(failure);
  const was = await stateOf(path, source, helper);
  const isDeployed = failure.severity === 'error' || deployed.includes(posix.dirname(path));
  // A kustomization that is not deployed, and did not build before, is not a problem of adopt.
  if (was === 'failed' && !isDeployed) return [];
  return [diagnostic('kustomization-broken', { path, before: texts[was], reason }, failure.position)];
}

const texts = {
  new: 'which is new, with the files of the Go project',
  built: 'which it could before adopt',
  failed: 'as before adopt',
};

/** Returns the state of a kustomization in the Go project, as a phrase. */
async function stateOf(path: string, { folder: root, paths }: Source, helper: Helper): Promise<keyof typeof texts> {
  if (!paths.includes(path)) return 'new';
  const built = await buildKustomization(helper, { root, folder: posix.dirname(path) }, posix.basename(path));
  return built.diagnostics.length === 0 ? 'built' : 'failed';
}

/** Returns the end of the summary: the number of errors that `check` will report, and their places. */
export function remainingText({ blocking }: Remaining): string {
  if (blocking.length === 0) return '';
  const shown = blocking.slice(0, 5).map(({ code, position }) => `${code} in ${position?.file ?? 'PROJECT'}`);
  const more = blocking.length > 5 ? `, and ${blocking.length - 5} more` : '';
  return ` Before check passes, resolve these warnings of the report: ${shown.join(', ')}${more}.`;
}
