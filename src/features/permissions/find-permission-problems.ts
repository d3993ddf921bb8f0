import { posix } from 'node:path';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Host } from '../../base/io/host.js';
import type { Memory } from '../../base/memory/memory.js';
import type { Kind } from '../../base/model/kind.js';
import type { UsedPermission } from '../../base/model/permission.js';
import { otherHubs } from './other-hubs.js';
import { readModel } from '../../output/generate/read-model.js';
import { registeredTwice, undeployedWebhooks, unservedWebhooks } from '../../output/generate/unserved-webhooks.js';
import { unusedControllers } from '../../output/generate/unused-controllers.js';
import { findProject } from '../../project/find-project.js';
import { readable } from '../../project/readable.js';
import { hasScaffoldedMarkers } from './scaffolded-markers.js';
import { projectTexts } from '../../scaffold/change/files/project-texts.js';
import { compareWithCode } from './compare-with-code.js';
import { excessProblems, missingNote, permissionProblems } from './permission-problems.js';
import { diagnostic } from './reporting.js';

/** Problems of code that needs more than its markers declare. */
export interface PermissionProblems {
  readonly diagnostics: readonly Diagnostic[];
  /** The note for commands that do not report the permissions themselves. */
  readonly note?: Diagnostic | undefined;
}

/** Compares the permissions that the code uses, and the webhooks that it serves, with its markers. */
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

/** Reports whether a text of the project other than code, such as a manifest of the user, contains a path. */
function isInTexts(host: Host, root: string, path: string): boolean {
  const read = (each: string): string | undefined => host.read(each);
  return [...projectTexts(host, root)].some(
    (each) => /\.(?:ya?ml|json)$/.test(each) && readable(read, posix.join(root, each))?.includes(path) === true,
  );
}

/** The subresources that a kind of the project can have, with the markers that add them. */
const markers = {
  status: '@StatusSubresource()',
  scale: '@ScaleSubresource(...)',
} as const;

/** Reports calls about a subresource that a kind of this project does not have in the version of the call: the API server answers with 404. */
export function missingSubresources(used: readonly UsedPermission[], kinds: readonly Kind[]): readonly Diagnostic[] {
  const found = used.flatMap(({ group, resource, versions = [], call, position }) => {
    const [plural, subresource] = resource.split('/');
    const kind = kinds.find((each) => each.group === group && each.plural === plural);
    if (kind === undefined || (subresource !== 'status' && subresource !== 'scale')) return [];
    const lacking = kind.versions.filter((version) => !version[subresource]).map(({ name }) => name);
    // If there are several versions, some calls do not show which one they use.
    const isLackedByAll = lacking.length === kind.versions.length;
    const version = isLackedByAll ? '' : lacking.find((each) => versions.includes(each));
    if (version === undefined) return [];
    const what = version === '' ? `the kind ${kind.kind}` : `${version} of the kind ${kind.kind}`;
    const where = `the class of ${kind.kind}${version === '' ? '' : ` in ${version}`}`;
    const parameters = { call, what, where, subresource, marker: markers[subresource] };
    return [diagnostic('missing-subresource', parameters, position)];
  });
  // A call that needs several verbs is found for each of them.
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}
