import { posix } from 'node:path';
import { generate } from '../../output/generate/generate.js';
import { sha256 } from '../../base/io/sha256.js';
import type { Host } from '../../base/io/host.js';
import { toolVersion } from '../../base/io/tool.js';
import type { DesiredFile } from '../../project/layout/desired-file.js';
import { layoutFiles } from '../../project/layout/layout.js';
import type { RecordedFile, ScaffoldState } from '../../output/plan/state.js';
import type { Environment } from '../../output/operation/outcome.js';
import type { FoundProject } from '../../project/find-project.js';
import { projectTemplates } from '../../scaffold/change/releases/known-releases.js';
import { presentSettings } from '../../scaffold/change/settings-from-files.js';

/**
 * Rebuilds the record of a project that has lost it: the files that the templates and the generators would create from
 * PROJECT and the sources. Files that differ belong to the user.
 */
export async function rebuiltRecord(
  environment: Pick<Environment, 'host' | 'releases' | 'helper'>,
  found: FoundProject,
): Promise<ScaffoldState> {
  const { host, helper } = environment;
  const { root, project } = found;
  const templates = projectTemplates(environment, found);
  const scaffolded = layoutFiles(project, { ...presentSettings(host, root, project), templates });
  const generated = await generate(host, root, project, toolVersion(), { helper });
  return new Map([...scaffolded, ...generated.files].flatMap((file) => entryOf(host, root, file)));
}

function entryOf(
  host: Host,
  root: string,
  { path, content, ownership, triedFrom }: DesiredFile,
): readonly (readonly [string, RecordedFile])[] {
  // A checkout of git can have other line endings.
  const existing = host.read(posix.join(root, path))?.replaceAll('\r\n', '\n');
  if (ownership === 'merged' || existing !== content) return [];
  const tried = triedFrom === undefined ? {} : { triedFrom };
  return [[path, { ownership, hash: sha256(content), ...tried }]];
}
