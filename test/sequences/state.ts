import { createHash } from 'node:crypto';
import { apiGroupOf, type Project, type ProjectResource } from '../../src/project/project.js';
import { stateFile } from '../../src/output/plan/leftovers.js';
import { parseState } from '../../src/output/plan/state.js';
import type { Files } from '../support/memory-disk.js';
import { projectOf } from './project-of.js';
import { isUserEdit } from './user.js';

/** A project that a sequence of commands came to. */
export interface State {
  /** The same for projects that are the same up to the order in which they list things. */
  readonly key: string;
  /** How it came to be; a line that begins with `#` is something that a user did. */
  readonly lines: readonly string[];
  readonly files: Files;
  /** Whether no user has edited anything. */
  readonly isPlain: boolean;
}

export function stateOf(lines: readonly string[], files: Files): State {
  const isPlain = !lines.some(isUserEdit);
  const project = JSON.stringify([ordered(projectOf(files)), storedIn(files)]);
  return { key: isPlain ? project : hashOf(`${project}${unorderedText(files)}`), lines, files, isPlain };
}

/** The types in which the objects of kinds with several versions are stored: these stay so when a conversion goes. */
export function storedIn(files: Files): readonly string[] {
  return [...files].flatMap(([path, text]) =>
    /^src\/.*\.ts$/.test(path) && text.includes('@StorageVersion(') ? [path] : [],
  );
}

/** The order of the versions of a kind counts: objects are stored in the first. That of the kinds does not. */
function ordered(project: Project): Project {
  const nameOf = (resource: ProjectResource): string => `${apiGroupOf(resource)}/${resource.kind}`;
  const resources = project.resources.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)));
  return { ...project, resources };
}

/** The files whose contents are not the same, the order of their lines aside. */
export function differences(one: Files, other: Files): readonly string[] {
  const paths = new Set([...one.keys(), ...other.keys()]);
  return [...paths].filter((path) => unordered(path, one.get(path)) !== unordered(path, other.get(path))).toSorted();
}

/** Byte for byte. */
export function changes(before: Files, after: Files): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).toSorted();
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Of one tree, byte for byte. */
export function hashOfFiles(files: Files): string {
  return hashOf(JSON.stringify([...files]));
}

function unorderedText(files: Files): string {
  return [...files].map(([path, text]) => `${path}\n${unordered(path, text)}`).join('\n');
}

function unordered(path: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  // A hash depends on the order of what it is a hash of.
  if (path === stateFile)
    return [...parseState(text)].map(([each, { ownership }]) => `${each} ${ownership}`).join('\n');
  return text.split('\n').toSorted().join('\n');
}
