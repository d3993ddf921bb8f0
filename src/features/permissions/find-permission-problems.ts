import { posix } from 'node:path';
import { diagnostic } from './reporting.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { projectTexts } from '../../scaffold/change/files/project-texts.js';
import { compareWithCode } from './compare-with-code.js';
import { otherHubs } from '../../output/generate/other-hubs.js';
import { readModel } from '../../output/generate/read-model.js';
import { registeredTwice, undeployedWebhooks, unservedWebhooks } from '../../output/generate/unserved-webhooks.js';
import { unusedControllers } from '../../output/generate/unused-controllers.js';
import type { Host } from '../../base/io/host.js';
import type { Memory } from '../../base/memory/memory.js';
import { missingSubresources } from './uses/missing-subresources.js';
import { excessProblems, missingNote, permissionProblems } from './permission-problems.js';
import { findProject } from '../../project/find-project.js';
import { readable } from '../../project/readable.js';
import { hasScaffoldedMarkers } from '../../project/scaffolded-markers.js';

/** Problems of code that needs more than its markers declare. */
export interface PermissionProblems {
  readonly diagnostics: readonly Diagnostic[];
  /** The note for commands that do not report the permissions themselves. */
  readonly note?: Diagnostic | undefined;
}

/** Compares what the code of a project uses and serves with what its markers declare: permissions and webhooks. */
export async function findPermissionProblems(
  host: Host,
  root: string,
  memory: Memory | undefined,
): Promise<PermissionProblems> {
  const { project } = findProject(host, root);
  const { model, diagnostics } = await readModel(host, root, project, memory);
  const { uses, comparison } = await compareWithCode(host, root, project, model, memory);
  // `operator-gen rbac` reports these, too.
  const unused = comparison.unused.filter((each) => !hasScaffoldedMarkers(project, each));
  const reported = diagnostics.filter(({ code }) => code === 'webhook-unlisted');
  return {
    diagnostics: [
      ...permissionProblems(comparison),
      ...missingSubresources(uses.used, model.kinds),
      ...excessProblems({ ...comparison, unused }, model.rbac),
      ...otherHubs(project, uses.hubs),
      ...uses.unmarked.map(({ name, position }) => diagnostic('unmarked-kind', { name }, position)),
      ...(comparison.broken.length > 0 ? [] : unservedWebhooks(model.webhooks, uses.served, reported)),
      ...(comparison.broken.length > 0 ? [] : unusedControllers(project, uses)),
      ...registeredTwice(uses.served),
      ...undeployedWebhooks(model.webhooks, uses.served, (path) => isInTexts(host, root, path)),
    ],
    note: missingNote(comparison),
  };
}

/** Reports whether a text of the project that is not code has a path, such as a manifest that its user has written. */
function isInTexts(host: Host, root: string, path: string): boolean {
  const read = (each: string): string | undefined => host.read(each);
  return [...projectTexts(host, root)].some(
    (each) => /\.(?:ya?ml|json)$/.test(each) && readable(read, posix.join(root, each))?.includes(path) === true,
  );
}
