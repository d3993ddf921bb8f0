import type { Host } from '../../../base/io/host.js';
import { storageVersionOf } from '../../../project/resources.js';
import { layoutFiles, type LayoutFile, type LayoutOptions } from '../../../project/layout/layout.js';
import { typesFile } from '../../../project/paths.js';
import { apiGroupOf, isSame, isSameKind, type Project, type ProjectResource } from '../../../project/project.js';
import { withTypes } from '../../../project/resources.js';
import { storedVersions } from './storage-notes.js';

/** The parts of a change of PROJECT that can move stored versions. */
interface StorageChange {
  readonly projects: readonly [before: Project, after: Project];
  readonly knownAs?: LayoutOptions['knownAs'];
  /** Whether a stored version that is kept remains the stored version after the change. */
  readonly keepsStorage: boolean;
}

/**
 * Returns the stored versions that are not those that PROJECT determines, before and after a change: the user has moved
 * `@StorageVersion`, or deleted the conversions to a version. They are kept unless the change makes another version the
 * default.
 */
export function keptVersions(
  host: Host,
  root: string,
  { projects: [project, edited], knownAs = (each) => each, keepsStorage }: StorageChange,
): readonly [before: readonly ProjectResource[], after: readonly ProjectResource[]] {
  const stored = storedVersions({ host, root, project });
  const before: ProjectResource[] = [];
  const after: ProjectResource[] = [];
  for (const usual of withTypes(project)) {
    const version = stored.get(`${apiGroupOf(usual)} ${usual.kind}`)?.version;
    const own = versionsOf(project, usual).find((each) => each.version === version);
    if (own === undefined || usualOf(project, usual) !== usual) continue;
    if (own !== usual) before.push(own);
    const left = withTypes(edited).find((each) => isSame(knownAs(each), own));
    const next = left && usualOf(edited, left);
    if (left === undefined || next === undefined || next === left) continue;
    if (keepsStorage || isSame(knownAs(next), usual)) after.push(left);
  }
  return [before, after];
}

function versionsOf(project: Project, resource: ProjectResource): readonly ProjectResource[] {
  return withTypes(project).filter((each) => isSameKind(each, resource));
}

function usualOf(project: Project, resource: ProjectResource): ProjectResource | undefined {
  return storageVersionOf(versionsOf(project, resource));
}

/** Returns scaffolded files with stored versions other than the default ones. */
export function withStored(
  files: readonly LayoutFile[],
  project: Project,
  stored: readonly ProjectResource[],
  options: LayoutOptions,
): readonly LayoutFile[] {
  if (stored.length === 0) return files;
  const isStored = (each: ProjectResource): boolean => stored.some((one) => isSameKind(one, each));
  // Without conversions, the first version is stored.
  const others = project.resources.filter((each) => !stored.includes(each));
  const plain = [...stored, ...others].map((each) => {
    const { webhooks, ...rest } = each;
    return webhooks !== undefined && isStored(each) ? { ...rest, webhooks: { ...webhooks, conversion: false } } : each;
  });
  const texts = new Map(
    layoutFiles({ ...project, resources: plain }, options).map(({ path, content }) => [path, content]),
  );
  const types = new Set(project.resources.filter(isStored).map((each) => typesFile(each, project)));
  return files.map((file) =>
    types.has(file.path) ? { ...file, content: texts.get(file.path) ?? file.content } : file,
  );
}
