import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from '../../src/base/io/sha256.js';
import { layoutOf } from '../../src/project/layout/layout.js';
import type { Release } from '../../src/project/layout/releases.js';
import { templatesWith } from '../../src/project/layout/templates.js';
import { parseProject } from '../../src/project/project-file.js';
import { goldenCases } from './golden-cases.js';
import { goldenFolder } from './scaffold-golden.js';
import { installAllFeatures } from '../../src/features.js';

installAllFeatures();

/** The folder with one file for each release, with what it scaffolds. */
export const layoutsFolder = fileURLToPath(new URL('../features/upgrade/layouts', import.meta.url));

/** The files that a release scaffolds for a PROJECT file: the hash of each file, by its path. */
export interface ScaffoldedFor {
  readonly project: string;
  readonly files: Readonly<Record<string, string>>;
}

/** Returns the files that a release scaffolds for the PROJECT files of the golden projects. */
export function layoutHashes(release: Release): readonly ScaffoldedFor[] {
  const projects = goldenCases.map(({ name }) => readFileSync(join(goldenFolder, name, 'PROJECT'), 'utf8'));
  return projects.map((project) => ({ project, files: filesFor(release, project) }));
}

/** Returns the hashes of the files that a release scaffolds for a PROJECT file. */
export function filesFor({ version, templates }: Release, text: string): ScaffoldedFor['files'] {
  const layout = layoutOf(parseProject(text).project, {
    packages: { operatorGen: version, runtime: version, vendored: false },
    templates: templatesWith(templates),
  });
  return Object.fromEntries([...layout.values()].map(({ path, content }) => [path, sha256(content).slice(0, 16)]));
}
