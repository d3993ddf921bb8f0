import { posix } from 'node:path';
import { importedParts, sharedParts } from '../../../scaffold/change/kinds/imported-parts.js';
import { diagnostic } from '../reporting.js';
import { DiagnosticsError } from '../../../base/diagnostics/diagnostic.js';
import type { Host } from '../../../base/io/host.js';
import { isRecorded, readState, type ScaffoldState } from '../../../output/plan/state.js';
import { typesFile } from '../../../project/paths.js';
import { codeHeader } from '../../../project/license.js';
import { isSame, type Project } from '../../../project/project.js';
import { unchangedKinds } from './generated.js';
import { othersLine, type FromCrdOptions } from './options.js';
import type { Wanted } from './resources.js';
import { someOf } from './some-of.js';
import { controllersOf } from './tests.js';

/** A project into which types are imported. */
export interface Place {
  readonly host: Host;
  readonly root: string;
  readonly project: Project;
}

/** Returns the kinds whose types the project already has, and which are imported again. */
export function importedAgain(project: Project, wanted: readonly Wanted[]): readonly Wanted[] {
  return wanted.filter(({ resource }) => {
    const there = project.resources.find((each) => isSame(each, resource));
    return there !== undefined && (there.api !== undefined || there.origin !== undefined);
  });
}

/** Returns a function that reports whether a controller has, or had before the user removed it, a test that reads its object. */
export function testsIn({ host, root, project }: Place): (path: string, wanted: Wanted) => boolean {
  return (path, wanted) => {
    const text = host.read(posix.join(root, path));
    return controllersOf(project, wanted).length > 0 && (text === undefined || text.includes('readObject<'));
  };
}

/** Returns the kinds whose types are kept: a user has edited them, and the same CRD is generated from them. */
export function keptTypes({ host, root, project }: Place, wanted: readonly Wanted[]): readonly Wanted[] {
  const state = readState(host, root);
  const edited = importedAgain(project, wanted).filter((each) =>
    filesOf({ host, root, project }, each).some((path) => isEdited(host, root, path, state)),
  );
  if (edited.length === 0) return [];
  const unchanged = unchangedKinds(host, root, wanted);
  const crds = new Set(edited.map(({ crd }) => crd).filter((crd) => unchanged.has(crd)));
  return importedAgain(project, wanted).filter(({ crd }) => crds.has(crd));
}

function filesOf({ host, root, project }: Place, { resource }: Wanted): readonly string[] {
  const main = posix.normalize(resource.origin?.path ?? typesFile(resource, project));
  return [main, ...importedParts(host, root, project, resource).keys()];
}

/** The files that an import writes, by path. */
export interface Replacement {
  readonly again: readonly Wanted[];
  readonly all: readonly Wanted[];
  readonly texts: ReadonlyMap<string, string>;
  readonly options: FromCrdOptions;
}

/**
 * Returns the present texts of the files that an import overwrites, or no longer writes because types are divided
 * differently, by path.
 * @throws DiagnosticsError if a user has edited one of them, unless this is forced
 */
export function replacedFiles(place: Place, { again, all, texts, options }: Replacement): ReadonlyMap<string, string> {
  const { host, root, project } = place;
  if (again.length === 0) return new Map();
  const state = readState(host, root);
  const header = codeHeader(project.license);
  // What a file would be replaced with is what the last import wrote.
  const isSameAgain = (path: string): boolean => {
    const text = texts.get(path);
    const recorded = state.get(path);
    return (
      text !== undefined && recorded !== undefined && isRecorded(recorded, path.endsWith('.ts') ? header + text : text)
    );
  };
  const shared = sharedParts(
    host,
    root,
    project,
    again.map(({ resource }) => resource),
  );
  const paths = new Set([...texts.keys(), ...again.flatMap((each) => filesOf(place, each)), ...shared.keys()]);
  const present = [...paths].flatMap((path): readonly (readonly [string, string])[] => {
    const text = host.read(posix.join(root, path));
    return text === undefined ? [] : [[path, text]];
  });
  const edited = present
    .map(([path]) => path)
    .filter((path) => isEdited(host, root, path, state) && !isSameAgain(path));
  if (edited.length > 0 && !options.force)
    throw new DiagnosticsError(...refusals(place, edited, { again, all, options }));
  return new Map(present.filter(([path]) => options.force || !isEdited(host, root, path, state)));
}

/** Returns a problem for each kind with edited files. Files that several kinds share are listed with the first kind. */
function refusals(
  place: Place,
  edited: readonly string[],
  { again, all, options }: Pick<Replacement, 'again' | 'all' | 'options'>,
): readonly ReturnType<typeof diagnostic>[] {
  const left = new Set(edited);
  const found = again.flatMap((each) => {
    const files = filesOf(place, each).filter((path) => left.delete(path));
    return files.length === 0 ? [] : [{ each, files }];
  });
  if (left.size > 0) found.push({ each: again[0]!, files: [...left] });
  const others = othersLine(
    options,
    all,
    found.map(({ each }) => each.crd),
  );
  const commit = 'commit the files, replace them with --force, and restore your changes with git diff';
  const instead = others === undefined ? commit : `${commit}; or import the others only: ${others}`;
  return found.map(({ each, files }) =>
    diagnostic('edited-types', { kinds: each.resource.kind, files: someOf(files, 5), instead }),
  );
}

function isEdited(host: Host, root: string, path: string, state: ScaffoldState): boolean {
  const text = host.read(posix.join(root, path));
  const recorded = state.get(path);
  return text !== undefined && (recorded === undefined || !isRecorded(recorded, text));
}
