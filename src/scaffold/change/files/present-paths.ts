import { posix } from 'node:path';
import { relativeSources, setUpFinder } from '../../../output/generate/present-set-ups.js';
import type { Host } from '../../../base/io/host.js';
import { walk } from '../../../base/io/walk.js';
import type { LayoutFile } from '../../../project/layout/layout.js';
import { presentKustomization } from '../../../project/paths.js';
import type { Project } from '../../../project/project.js';
import { controllersOf, webhooksOf } from '../../../project/set-ups.js';
import { apiVersionExport } from '../../refactor/code/api-version-export.js';
import { groupVersionIn } from '../kinds/group-versions.js';
import { movedTests } from './moved-tests.js';

/**
 * Returns the scaffolded files before and after a change under the paths that their user has given to them: a file of
 * code that is not at its path is found by the declarations that it exports, a controller or a webhook also by the
 * function that sets it up, and a kustomization by its other names. Scaffolded imports use these paths.
 */
export function withPresentPaths(
  host: Host,
  root: string,
  project: Project,
  before: readonly LayoutFile[],
  after: readonly LayoutFile[],
): readonly [readonly LayoutFile[], readonly LayoutFile[]] {
  const found = foundPaths(host, root, project, before);
  const names = apiVersionNames(host, root, before, found);
  if (found.size + names.size === 0) return [before, after];
  return [before, after].map((files) => {
    const present = new Map(
      files.map(({ id, path }) => [path, { path: presentPath(path, found.get(id)), name: names.get(id) }]),
    );
    return files.map((file) => ({
      ...file,
      path: present.get(file.path)!.path,
      content: withImports(file, present),
    }));
  }) as unknown as readonly [readonly LayoutFile[], readonly LayoutFile[]];
}

/** The path of a scaffolded file, and its present path. */
interface Found {
  readonly from: string;
  readonly to: string;
}

/** The present path of a scaffolded file, and the name of its API version if it is another one. */
interface Present {
  readonly path: string;
  readonly name: string | undefined;
}

/** Returns the names that users have given to the exported API versions, by the templates of their files. */
function apiVersionNames(
  host: Host,
  root: string,
  files: readonly LayoutFile[],
  found: ReadonlyMap<string, Found>,
): ReadonlyMap<string, string> {
  return new Map(
    files.flatMap(({ id, path, content }) => {
      if (!path.endsWith('.ts') || groupVersionIn(content) === undefined) return [];
      const present = found.get(id)?.to ?? path;
      const text = host.read(posix.join(root, present));
      const name = text === undefined || text === content ? apiVersion : apiVersionExport(present, text, apiVersion);
      return name === undefined || name === apiVersion ? [] : [[id, name] as const];
    }),
  );
}

/** The name of the API version in scaffolded code. */
const apiVersion = 'groupVersion';

/** Returns the files that are elsewhere, by their templates. */
function foundPaths(
  host: Host,
  root: string,
  project: Project,
  files: readonly LayoutFile[],
): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>();
  const setUpPath = setUpPaths(host, root, project);
  let code: readonly Code[] | undefined;
  for (const { id, path, content } of files) {
    if (posix.basename(path) === 'kustomization.yaml') {
      const to = presentKustomization(path, (each) => host.kind(posix.join(root, each)) === 'file');
      if (to !== path) found.set(id, { from: path, to });
    }
    if (!/^src\/.*\.ts$/.test(path) || host.kind(posix.join(root, path)) === 'file') continue;
    const exported = exportsIn(content);
    if (exported.length === 0) continue;
    code ??= codeIn(host, root, files);
    const [to, ...others] = likeliest(code, path, exported);
    const only = to !== undefined && others.length === 0 ? to.path : setUpPath(path);
    if (only !== undefined) found.set(id, { from: path, to: only });
  }
  return withTests(host, root, files, found);
}

/** Adds the tests that are elsewhere. */
function withTests(
  host: Host,
  root: string,
  files: readonly LayoutFile[],
  found: ReadonlyMap<string, Found>,
): ReadonlyMap<string, Found> {
  const present = new Map([...found.values()].map(({ from, to }) => [from, to]));
  const paths = new Map(files.map(({ id, path }) => [id, path]));
  const tests = movedTests(host, root, files, (path) => present.get(path) ?? path);
  return new Map([...found, ...[...tests].map(([id, to]) => [id, { from: paths.get(id)!, to }] as const)]);
}

/** Returns a function that returns the file with the function that a missing file exports to set up a controller or webhooks. */
function setUpPaths(host: Host, root: string, project: Project): (path: string) => string | undefined {
  const setUps = project.resources.flatMap((each) => [...controllersOf(project, each), ...webhooksOf(project, each)]);
  const read = (path: string): string | undefined => host.read(posix.join(root, path));
  const find = setUpFinder(project, { read, sources: () => relativeSources(host, root) });
  return (path) => {
    const setUp = setUps.find((each) => each.path === path);
    return setUp && find(setUp)?.path;
  };
}

/** Returns the code that has the most declarations of a scaffolded file, preferring its own folder or one of its version. */
export function likeliest(code: readonly Code[], path: string, exported: readonly string[]): readonly Code[] {
  const shared = (each: Code): number => exported.filter((name) => each.exported.includes(name)).length;
  const most = Math.max(1, ...code.map(shared));
  const all = code.filter((each) => shared(each) === most);
  const folder = posix.dirname(path);
  const version = posix.basename(folder);
  const near = all.filter((each) => posix.dirname(each.path) === folder);
  if (near.length > 0) return near;
  const ofVersion = all.filter(({ path: found }) => found.split(/[^\w]/).includes(version));
  return ofVersion.length > 0 ? ofVersion : all;
}

interface Code {
  readonly path: string;
  readonly exported: readonly string[];
}

/**
 * Returns the code of a project with the names that it exports; for scaffolded files that are in their places, only the
 * additional names.
 */
export function codeIn(
  host: Host,
  root: string,
  files: readonly Pick<LayoutFile, 'path' | 'content'>[],
): readonly Code[] {
  const code: Code[] = [];
  const scaffolded = new Map(files.map(({ path, content }) => [path, content]));
  if (host.kind(posix.join(root, 'src')) !== 'directory') return code;
  for (const { path, name, kind } of walk(host, posix.join(root, 'src'), (each) => each === 'node_modules')) {
    if (kind !== 'file' || !name.endsWith('.ts')) continue;
    const own = new Set(exportsIn(scaffolded.get(posix.relative(root, path)) ?? ''));
    const exported = exportsIn(host.read(path) ?? '').filter((each) => !own.has(each));
    code.push({ path: posix.relative(root, path), exported });
  }
  return code;
}

/** Returns the path of a file whose folder a command can change: a name or a folder that the user has chosen is kept. */
function presentPath(path: string, found: Found | undefined): string {
  if (found === undefined) return path;
  const isNear = posix.dirname(found.from) === posix.dirname(found.to);
  return isNear ? posix.join(posix.dirname(path), posix.basename(found.to)) : found.to;
}

/**
 * Returns the scaffolded text of a file, with relative imports of the files at their present paths, and of API versions
 * by their present names.
 */
function withImports({ path, content }: LayoutFile, present: ReadonlyMap<string, Present>): string {
  if (!path.endsWith('.ts')) return content;
  const folder = posix.dirname(present.get(path)?.path ?? path);
  const imports = /(?<start>import \{ groupVersion \})?(?<from> from ')(?<name>\.{1,2}\/[^']+)\.js(?=')/g;
  return content.replaceAll(imports, (...all) => {
    const {
      start = '',
      from,
      name,
    } = all.at(-1) as { readonly start?: string; readonly from: string; readonly name: string };
    const target = posix.join(posix.dirname(path), `${name}.ts`);
    const to = present.get(target) ?? { path: target, name: undefined };
    const imported = start !== '' && to.name !== undefined ? `import { ${to.name} as ${apiVersion} }` : start;
    if (to.path === target && folder === posix.dirname(path)) return `${imported}${from}${name}.js`;
    const relative = posix.relative(folder, to.path).replace(/ts$/, 'js');
    return `${imported}${from}${relative.startsWith('.') ? relative : `./${relative}`}`;
  });
}

/**
 * Returns the exported declarations of code with their types, such as `class Boat`. Each version has a constant, such
 * as `groupVersion`, whose value identifies it.
 */
function exportsIn(text: string): readonly string[] {
  const declared = Array.from(
    text.matchAll(/^export\s+(?:(?:async|abstract)\s+)*((?:class|function|const)\s+\w+)/gm),
    ([, each]) => each!,
  );
  const value = groupVersionIn(text);
  return value === undefined
    ? declared
    : [...declared.filter((each) => each !== `const ${apiVersion}`), `const ${apiVersion} ${value}`];
}
