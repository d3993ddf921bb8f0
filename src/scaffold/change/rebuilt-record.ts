import { posix } from 'node:path';
import { generate } from '../../output/generate/generate.js';
import { sha256 } from '../../base/io/sha256.js';
import type { Host } from '../../base/io/host.js';
import { overlay } from '../../base/io/overlay.js';
import { toolVersion } from '../../base/io/tool.js';
import type { DesiredFile } from '../../project/layout/desired-file.js';
import { layoutFiles, type LayoutOptions } from '../../project/layout/layout.js';
import { stateFile } from '../../output/plan/leftovers.js';
import { printState, type RecordedFile, type ScaffoldState } from '../../output/plan/state.js';
import type { Environment } from '../../output/operation/outcome.js';
import type { FoundProject } from '../../project/find-project.js';
import { projectTemplates } from './releases/known-releases.js';
import { presentSettings } from './settings-from-files.js';

/**
 * Returns a project as if its record of written files were there. If it is missing, it has all files that are exactly as
 * the templates and the generators make them from PROJECT and the sources; what differs belongs to the user.
 */
export async function withRecord(
  environment: Pick<Environment, 'host' | 'releases' | 'upstream'>,
  found: FoundProject,
): Promise<Host> {
  const { host } = environment;
  const { root } = found;
  const path = posix.join(root, stateFile);
  if (host.kind(path) !== 'missing') return host;
  const record = await rebuiltRecord(environment, found, projectTemplates(environment, found));
  return overlay(host, new Map([[path, printState(record)]]));
}

/** Returns the record of the files that are as they are made now. */
async function rebuiltRecord(
  { host, upstream }: Pick<Environment, 'host' | 'upstream'>,
  { root, project }: FoundProject,
  templates: LayoutOptions['templates'],
): Promise<ScaffoldState> {
  const scaffolded = layoutFiles(project, { ...presentSettings(host, root, project), templates });
  const generated = await generate(host, root, project, toolVersion(), { upstream });
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
