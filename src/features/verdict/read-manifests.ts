import { dirname, join, posix, relative, resolve } from 'node:path';
import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { FileRefused } from '../../base/io/file-refused.js';
import type { Host } from '../../base/io/host.js';
import { linksOf } from '../../base/io/links-of.js';
import { slashed } from '../../base/io/slashed.js';
import { walk } from '../../base/io/walk.js';
import { kustomizationNames } from '../../project/paths.js';
import type { Helper } from '../../base/helper/helper.js';
import { deployed } from './deployed.js';
import { withFailedPatch } from './failed-patch.js';
import { buildAll, isComponent, kustomizationIn, type Built } from './kustomizations.js';
import { manifestsIn, type ManifestSet } from './manifest.js';
import { realpathOf } from '../../base/io/real-path.js';

/** The surroundings in which manifests are read. */
export interface Place {
  readonly host: Pick<Host, 'kind' | 'list' | 'read' | 'realpath'>;
  /** The working directory, against which paths are resolved. */
  readonly cwd: string;
  /** The folder that file names in diagnostics are relative to. */
  readonly root: string;
  readonly helper: Helper;
  /** Returns the standard input, which `-` stands for. */
  readonly input: () => Promise<string>;
}

/** Manifests that were read from files. */
export interface ReadManifests {
  /** Objects of files, and of kustomizations that are deployed on their own. */
  readonly sets: readonly ManifestSet[];
  /** Objects of kustomizations that are part of others. */
  readonly parts: readonly ManifestSet[];
  readonly diagnostics: readonly Diagnostic[];
  /** Texts of the files, by their paths relative to the root. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Name of the standard input on the command line. */
export const standardInput = '-';

/** Maximum size of a file with manifests, in bytes: bundles of CRDs have several megabytes. */
const fileLimit = 16 * 1024 * 1024;

const manifestFile = /\.(?:ya?ml|json)$/i;

/** The files and folders found so far. */
interface Found {
  readonly loose: Map<string, string>;
  /** Folders with a kustomization, and its name. */
  readonly kustomizations: Map<string, string>;
  readonly diagnostics: Diagnostic[];
}

/**
 * Reads manifests from files, folders, kustomizations and the standard input. A folder with a kustomization is built;
 * other folders are searched. Links in a folder are not followed.
 * @throws HelperFailed
 */
export async function readManifests(place: Place, paths: readonly string[]): Promise<ReadManifests> {
  const found: Found = { loose: new Map(), kustomizations: new Map(), diagnostics: [] };
  for (const path of paths) {
    if (path === standardInput) found.loose.set(nameIn(place, '<stdin>'), await place.input());
    else find(place, path, found);
  }
  const texts = new Map(found.loose);
  const folders = [...found.kustomizations].map(([folder, name]) => ({ folder, name, root: rootOf(place, folder) }));
  const wanted = folders.map(
    ({ folder, name, root }) => [{ root, folder: slashed(relative(root, folder)) }, name] as const,
  );
  const built = await Promise.all(
    (await buildAll(place.helper, wanted)).map((each, index) => {
      const [build] = wanted[index]!;
      return withFailedPatch(place.helper, build, each, () => place.host.read(posix.join(build.root, each.file)));
    }),
  );
  const builds = built.map((each, index) => named(place, folders[index]!.root, each));
  for (const [file, text] of builds.flatMap((each) => each.texts)) texts.set(file, text);
  const asked = new Set(paths.map((path) => nameIn(place, path)));
  const isNamed = (file: string): boolean => asked.has(file) || asked.has(posix.dirname(file).replace(/^\.$/, ''));
  const { whole, parts } = deployed(builds, isNamed);
  return {
    sets: [
      [...found.loose].flatMap(([file, text]) => manifestsIn(file, text)),
      ...whole.map(({ manifests }) => manifests),
    ],
    parts: parts.map(({ manifests }) => manifests),
    diagnostics: [
      ...found.diagnostics,
      ...whole.flatMap((each) => each.diagnostics.map((problem) => required(problem, isNamed(each.file)))),
    ],
    texts,
  };
}

/** Returns a diagnostic for a kustomization that was not built: an error if the user named it, otherwise a warning. */
function required(each: Diagnostic, isNamed: boolean): Diagnostic {
  if (each.code !== 'kustomization-not-built') return each;
  return { ...each, severity: isNamed ? 'error' : 'warning' };
}

function find(place: Place, path: string, found: Found): void {
  const { host, cwd } = place;
  if (linksOf(host, place.root)(resolve(cwd, path)) !== undefined) {
    const [reason, remedy] = [
      'is a link in the project, and project files are not read through links',
      'name the target',
    ];
    found.diagnostics.push(diagnostic('unsupported-file', { path, reason, remedy }));
    return;
  }
  const real = realpathOf(host, resolve(cwd, path));
  switch (real === undefined ? 'missing' : host.kind(real)) {
    case 'missing':
      found.diagnostics.push(diagnostic('manifest-not-found', { path }));
      return;
    case 'directory':
      findIn(place, real!, found);
      return;
    default:
      if (kustomizationNames.includes(posix.basename(slashed(path)))) findIn(place, dirname(real!), found);
      else add(place, resolve(cwd, path), real!, found);
  }
}

function findIn(place: Place, folder: string, found: Found): void {
  const { host } = place;
  if (addBuild(place, folder, found)) return;
  const isSkipped = (name: string, path: string): boolean =>
    name.startsWith('.') ||
    name === 'node_modules' ||
    (host.kind(path) === 'directory' && addBuild(place, path, found));
  for (const { path, name, kind } of walk(host, slashed(folder), isSkipped)) {
    if (kind === 'file' && manifestFile.test(name)) add(place, path, path, found, isManifest);
  }
}

/** Records a folder that is built instead of being read file by file. Reports whether it is one. */
function addBuild(place: Place, folder: string, found: Found): boolean {
  const { host } = place;
  if (host.kind(join(folder, 'Chart.yaml')) === 'file') {
    found.diagnostics.push(diagnostic('chart-not-rendered', { folder: nameIn(place, folder) }));
    return true;
  }
  const name = kustomizationIn(host, folder);
  if (name === undefined) return false;
  const text = textOf(place, join(folder, name), found);
  if (text !== undefined && !isComponent(text)) found.kustomizations.set(folder, name);
  return true;
}

function add(place: Place, path: string, real: string, found: Found, isWanted = (_text: string) => true): void {
  const text = textOf(place, real, found);
  if (text !== undefined && isWanted(text)) found.loose.set(nameIn(place, path), text);
}

/** Reports whether a file contains an object, rather than settings such as those of a package. */
function isManifest(text: string): boolean {
  return /\bapiVersion\b/.test(text) || /^kind:/m.test(text);
}

function textOf(place: Place, path: string, { diagnostics }: Found): string | undefined {
  try {
    return place.host.read(path, fileLimit);
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    const file = nameIn(place, path);
    const remedy = 'name a regular file of at most 16 MiB, or pipe the manifests to: npx operator-gen verify -';
    diagnostics.push(diagnostic('unsupported-file', { path: file, reason: error.message, remedy }));
    return undefined;
  }
}

/** Returns a build with the paths of its files relative to the root, and with their texts. */
function named(place: Place, root: string, { file, manifests, diagnostics, read }: Built) {
  const nameOf = (path: string): string => nameIn(place, join(root, path));
  const files = read.map(nameOf);
  const ignored: Found = { loose: new Map(), kustomizations: new Map(), diagnostics: [] };
  return {
    file: nameOf(file),
    read: files,
    manifests: manifests.map((each) => ({
      ...each,
      file: each.file && nameOf(each.file),
      kustomization: nameOf(file),
      read: files,
    })),
    diagnostics: diagnostics.map((each) =>
      each.position === undefined
        ? each
        : { ...each, position: { ...each.position, file: nameOf(each.position.file) } },
    ),
    texts: read.flatMap((path) => {
      const text = textOf(place, join(root, path), ignored);
      return text === undefined ? [] : [[nameOf(path), text] as const];
    }),
  };
}

/**
 * Returns the folder that limits where the bases of a kustomization are read: the project or the working directory, or
 * the git checkout around the kustomization.
 */
function rootOf({ host, root, cwd }: Place, folder: string): string {
  const around = [realpathOf(host, root), realpathOf(host, cwd)].find(
    (each) => each !== undefined && isWithin(folder, each),
  );
  if (around !== undefined) return around;
  for (let each = folder; each !== dirname(each); each = dirname(each)) {
    if (host.kind(join(each, '.git')) !== 'missing') return each;
  }
  return folder;
}

function isWithin(path: string, folder: string): boolean {
  const between = slashed(relative(folder, path));
  return between !== '..' && !between.startsWith('../') && resolve(folder, between) === path;
}

function nameIn({ root, cwd }: Place, path: string): string {
  return slashed(relative(root, resolve(cwd, path)));
}
