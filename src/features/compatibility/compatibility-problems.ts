import { posix } from 'node:path';
import { readAcceptances, withoutAccepted, type Acceptance } from './acceptances.js';
import type { Crd } from '../../base/crd/crd.js';
import { compareCrds, removedCrd } from './compare-crds.js';
import { newPermissions } from '../../base/crd/roles.js';
import { stricterWebhooks } from './webhooks.js';
import { isHelperFailure } from '../../base/diagnostics/about-run.js';
import { diagnostic } from './reporting.js';
import { DiagnosticsError, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { overlay } from '../../base/io/overlay.js';
import type { Environment, Outcome } from '../../output/operation/outcome.js';
import { findProject } from '../../project/find-project.js';
import { acceptancesFile, crdFolder, roleFile, webhookFile } from '../../project/paths.js';
import { projectIn, type Released } from '../released/definitions.js';
import { filesIn } from '../released/files.js';
import { readReleased } from '../released/read-released.js';
import { explained, severityIn, withCauses } from './findings.js';
import { helperFailure } from '../../base/helper/failure.js';
import { pairsOf, type Pair } from './pairs.js';
import { rejectedObjects, type RejectedObject } from './rejected-objects.js';

/**
 * Returns the breaking changes compared with a release.
 * @param against a file, a folder, a git ref or a cluster
 */
export async function compatibilityProblems(
  against: string,
  environment: Environment,
  generated: Outcome,
): Promise<readonly Diagnostic[]> {
  const { host, named = host, cwd, env, helper } = environment;
  try {
    const found = findProject(host, cwd);
    const { root, project } = found;
    const acceptances = readAcceptances(host.read(posix.join(root, acceptancesFile)));
    const after = await currentState(environment, generated);
    const names = after.crds.map(({ name }) => name);
    const before = await readReleased(against, { host: named, cwd, root, env, names });
    const pairs = pairsOf(before, after, project);
    const known = pairs.flatMap(({ old, now }) => (now === undefined ? [removedCrd(old)] : compareCrds(old, now)));
    const { rejected, failure } = await orFailure(() => rejectedObjects(helper, pairs, project.compatibility));
    const objects = withCauses(rejected, known);
    const all = new Set([...known, ...objects.map(({ change }) => change)]);
    const reported = [...all].filter((change) => severityIn(pairs, change, found) !== undefined);
    const { changes, diagnostics } = withoutAccepted(reported, acceptances, {
      today: new Date().toISOString().slice(0, 10),
      earlier: acceptedThen(before),
    });
    return [
      ...(await explained({ changes, objects, pairs }, environment, found)),
      ...diagnostics,
      // The failure is reported once.
      ...(generated.diagnostics.some(isHelperFailure) ? [] : failure),
      ...notesOf(before, pairs),
      ...otherDifferences(before, after),
    ];
  } catch (error) {
    if (!(error instanceof DiagnosticsError)) throw error;
    return error.diagnostics;
  }
}

/** Returns the breaks that a release had accepted. If its file is invalid, there are none, because no one can repair it. */
function acceptedThen({ accepted }: Released): readonly Acceptance[] {
  try {
    return readAcceptances(accepted);
  } catch (error) {
    if (error instanceof DiagnosticsError) return [];
    throw error;
  }
}

/** Returns rejected objects, or the failure of the helper: the changes are reported in any case. */
async function orFailure(
  find: () => Promise<readonly RejectedObject[]>,
): Promise<{ readonly rejected: readonly RejectedObject[]; readonly failure: readonly Diagnostic[] }> {
  try {
    return { rejected: await find(), failure: [] };
  } catch (error) {
    return { rejected: [], failure: [helperFailure(error)] };
  }
}

/** Returns notes about the comparison. A project is compared as a whole, other bases only with CRDs of the same kinds. */
function notesOf({ name: against, isProject, notes = [] }: Released, pairs: readonly Pair[]): readonly Diagnostic[] {
  const isNothing = !isProject && pairs.length === 0 && notes.length === 0;
  return isNothing ? [diagnostic('nothing-released', { against, lack: 'no definition of this project' })] : notes;
}

/** Returns the project as it is when the plan is applied. */
function currentState({ host }: Environment, { root, plan }: Outcome): Promise<Released> {
  const planned = overlay(host, new Map(plan.files.map(({ path, after }) => [posix.join(root, path), after])));
  const files = filesIn(planned, root, 'the project', 'config');
  return projectIn(
    files,
    files.paths.filter((path) => path.startsWith(`${crdFolder}/`)),
  );
}

/** Returns differences in roles and webhooks that a reviewer should know about, if those of both sides are known. */
function otherDifferences(before: Released, { crds, roles = [], webhooks = [] }: Released): readonly Diagnostic[] {
  const isNew = (group: string, plural: string): boolean => {
    const isCustom = (each: Crd): boolean => each.group === group && each.names.plural === plural;
    return crds.some(isCustom) && !before.crds.some(isCustom);
  };
  return [
    ...(before.roles === undefined ? [] : newPermissions(before.roles, roles)).map((each) =>
      diagnostic('new-permission', each, { file: roleFile, line: 1, column: 1 }),
    ),
    ...(before.webhooks === undefined ? [] : stricterWebhooks(before.webhooks, webhooks, isNew)).map((each) =>
      diagnostic('stricter-webhook', each, { file: webhookFile, line: 1, column: 1 }),
    ),
  ];
}
