import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolVersion } from '../src/base/io/tool.js';
import { packRelease, printRelease } from '../src/project/layout/pack-release.js';
import { archiveFolder, readReleases, type Release } from '../src/project/layout/releases.js';
import { presentTemplates } from '../src/project/layout/templates.js';
import { layoutHashes, layoutsFolder } from '../test/support/layout-hashes.js';

/**
 * Writes the templates of this version into the archive, from which `upgrade` of later versions determines what this
 * version scaffolded. Moved templates and renamed exports, which are written by hand, are kept.
 * @returns the paths of the written files
 * @throws Error when the version has been released, according to the changelog
 */
export function packTemplates(): readonly string[] {
  const version = toolVersion();
  const releases = readReleases();
  const problem = archiveProblem(releases);
  if (problem !== undefined && isReleased(version))
    throw new Error(`${version} has been released: raise the version in package.json before templates change`);
  const index = releases.findIndex((each) => each.version === version);
  const { moved = {}, renamedExports = [] } = releases[index] ?? {};
  const release: Release = { version, templates: presentTemplates(), moved, renamedExports };
  const base = index < 0 ? releases.at(-1) : releases[index - 1];
  const file = join(archiveFolder, `${version}.json`);
  writeFileSync(file, printRelease(packRelease(release, base)));
  mkdirSync(layoutsFolder, { recursive: true });
  const hashes = join(layoutsFolder, `${version}.json`);
  writeFileSync(hashes, `${JSON.stringify(layoutHashes(release), undefined, 2)}\n`);
  return [file, hashes];
}

/** Returns why these releases cannot be published; undefined if the archive contains the present templates. */
export function archiveProblem(releases: readonly Release[]): string | undefined {
  const version = toolVersion();
  const last = releases.at(-1);
  const remedy = 'run: npm run golden';
  if (last?.version !== version) return `the archive of templates has no release ${version}; ${remedy}`;
  const templates = presentTemplates();
  const paths = new Set([...templates.keys(), ...last.templates.keys()]);
  const differing = [...paths].find((path) => templates.get(path) !== last.templates.get(path));
  return differing === undefined ? undefined : `the archive has another ${differing} for ${version}; ${remedy}`;
}

function isReleased(version: string): boolean {
  const changelog = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8');
  return changelog.split('\n').some((line) => /^## \[?([\w.+-]+)/.exec(line)?.[1] === version);
}
