import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commands } from '../../src/commands.js';
import type { CommandList } from '../../src/cli/framework/program.js';
import { toolVersion } from '../../src/base/io/tool.js';
import { sha256 } from '../../src/base/io/sha256.js';
import { layoutOf } from '../../src/project/layout/layout.js';
import type { Release } from '../../src/project/layout/releases.js';
import { templatesWith } from '../../src/project/layout/templates.js';
import { stateFile } from '../../src/output/plan/leftovers.js';
import { parseState, printState } from '../../src/output/plan/state.js';
import type { LiveOperation } from '../../src/cli/framework/live.js';
import { projectFile } from '../../src/project/paths.js';
import { parseProject } from '../../src/project/project-file.js';
import type { Files } from './memory-disk.js';
import { folderContent } from './tree.js';
import { installAllFeatures } from '../../src/features.js';

installAllFeatures();

/** Returns the files of an unedited project as an earlier release would have scaffolded them. */
export function asOf(files: Files, releases: readonly Release[], version: string): Files {
  const present = parseProject(files.get(projectFile)!);
  const layoutFor = (release: string): ReturnType<typeof layoutOf> =>
    layoutOf(present.project, {
      packages: { operatorGen: release, runtime: release, vendored: false },
      templates: templatesWith(releases.find((each) => each.version === release)!.templates),
    });
  const [old, now] = [layoutFor(version), layoutFor(toolVersion())];
  const state = new Map(parseState(files.get(stateFile)));
  const then = new Map(files);
  for (const path of now.keys()) {
    then.delete(path);
    state.delete(path);
  }
  for (const { path, content, ownership } of old.values()) {
    then.set(path, content);
    state.set(path, { ownership, hash: sha256(content) });
  }
  then.set(projectFile, files.get(projectFile)!.replace(/^cliVersion: .*/m, `cliVersion: ${version}`));
  then.set(stateFile, printState(state));
  return new Map([...then].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Changes a project in a folder to one of an earlier release. */
export function makeOld(root: string, releases: readonly Release[], version: string): void {
  const files = new Map(
    folderContent(root).flatMap(({ path, text }) => (text === undefined ? [] : [[path, text.toString()] as const])),
  );
  const old = asOf(files, releases, version);
  for (const path of files.keys()) if (!old.has(path)) rmSync(join(root, path));
  for (const [path, text] of old) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** Returns the commands for these releases. */
export function commandsOf(releases: readonly Release[]): CommandList {
  return commands.map((each) =>
    'operation' in each ? { ...each, operation: async () => withReleases(await each.operation(), releases) } : each,
  );
}

function withReleases(operation: LiveOperation<never>, releases: readonly Release[]): LiveOperation<never> {
  return (options, environment, live) => operation(options, { ...environment, releases }, live);
}
