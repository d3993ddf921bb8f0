import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../../base/diagnostics/has-errors.js';
import { readModel } from '../../../output/generate/read-model.js';
import { overlay } from '../../../base/io/overlay.js';
import type { Position } from '../../../base/model/position.js';
import type { MadePlan } from '../../../output/plan/make-plan.js';
import type { Environment } from '../../../output/operation/outcome.js';
import type { FoundProject } from '../../../project/find-project.js';
import { apiGroupOf, type ProjectResource } from '../../../project/project.js';

/** Returns the position at which code declares a version of a kind after a plan, in any file; undefined if none does. */
export async function leftVersion(
  { host }: Pick<Environment, 'host'>,
  { root, project }: FoundProject,
  { plan }: MadePlan,
  resource: ProjectResource,
): Promise<Position | undefined> {
  if (resource.api === undefined) return undefined;
  const then = overlay(host, new Map(plan.files.map(({ path, after }) => [posix.join(root, path), after])));
  const { model } = await readModel(then, root, project);
  const group = apiGroupOf(resource);
  const kind = model.kinds.find((each) => each.kind === resource.kind && each.group === group);
  return kind?.versions.find(({ name }) => name === resource.version)?.position;
}

/** Returns the warning about a version that remains, unless its file is already known to remain. */
export function leftProblems(
  { kind, version }: ProjectResource,
  position: Position,
  reported: readonly Diagnostic[],
): readonly Diagnostic[] {
  const isSaid = reported.some(
    ({ code, message }) =>
      (code === 'edited-file-kept' || code === 'file-in-use') && message.startsWith(`${position.file} `),
  );
  // After an error nothing is written.
  return isSaid || hasErrors(reported)
    ? []
    : [diagnostic('version-left', { path: position.file, kind, version }, position)];
}
