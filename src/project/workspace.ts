import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as yamlPackage from 'yaml';
import type { Host } from '../base/io/host.js';
import { slashed } from '../base/io/slashed.js';
import { isTrustedAround } from './trusted-project.js';

/**
 * Returns the real paths of the folders around a project that it can import from: the git checkout that contains it,
 * and the nearest npm, pnpm, Yarn or Bun workspace that lists it. Without either, it is only the project folder.
 */
export function workspaceFolders(host: Host, root: string): readonly string[] {
  const real = host.realpath(root);
  const above = foldersAbove(real);
  const isThere = existsAround(host, real);
  const checkout = checkoutAround(host, real);
  const workspace = above.find((folder) =>
    lists(patternsIn(host, folder, isThere), slashed(real.slice(folder.length))),
  );
  return [...new Set([real, checkout, workspace].filter((folder) => folder !== undefined))].map(slashed);
}

/** Returns the root of the git checkout that contains a real path; undefined if there is none. */
export function checkoutAround(host: Host, real: string): string | undefined {
  const isThere = existsAround(host, real);
  return [real, ...foldersAbove(real)].find((folder) => isThere(folder, '.git'));
}

type Exists = (folder: string, name: string) => boolean;

/** Returns a function that reports whether a file exists in a folder around a project, and can be trusted. */
function existsAround(host: Host, real: string): Exists {
  return (folder, name) => host.kind(join(folder, name)) !== 'missing' && isTrustedAround(host, real, folder, name);
}

function foldersAbove(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [] : [above, ...foldersAbove(above)];
}

/** Returns the package patterns of a workspace; none if a folder is not the root of a workspace. */
function patternsIn(host: Host, folder: string, isThere: Exists): readonly string[] {
  const valueIn = (name: string, parseText: (text: string) => unknown): unknown =>
    isThere(folder, name) ? read(host, join(folder, name), parseText) : undefined;
  const workspaces = fieldOf(valueIn('package.json', JSON.parse), 'workspaces');
  const pnpm = valueIn('pnpm-workspace.yaml', parseYaml);
  const found = [workspaces, fieldOf(workspaces, 'packages'), fieldOf(pnpm, 'packages')].find(Array.isArray);
  return (found ?? []).filter((each) => typeof each === 'string');
}

/**
 * Parses YAML with a parser that is loaded on demand, because a run without imports from outside the project does not
 * need it; the caller is synchronous, so `import()` is not an option. The parser compares every key of a mapping with
 * every other key, so texts longer than any list of packages are not parsed.
 */
function parseYaml(text: string): unknown {
  if (text.length > 32 * 1024) return undefined;
  const yaml = createRequire(import.meta.url)('yaml') as typeof yamlPackage;
  return yaml.parse(text, { logLevel: 'error', prettyErrors: false });
}

/** Larger than any manifest. The folders around a project can also belong to someone else. */
const longest = 1024 * 1024;

/**
 * Returns a parsed file; undefined for a file that cannot be read or parsed, or is too large, which is not a workspace
 * root.
 */
function read(host: Host, path: string, parseText: (text: string) => unknown): unknown {
  try {
    const text = host.read(path);
    return text === undefined || text.length > longest ? undefined : parseText(text);
  } catch {
    return undefined;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** Reports whether patterns such as `packages/*` list a folder. The last matching pattern decides, and `!` excludes. */
function lists(patterns: readonly string[], folder: string): boolean {
  const parts = partsOf(folder);
  const last = patterns.findLast((pattern) => matches(partsOf(pattern.replace(/^!/, '')), parts));
  return last !== undefined && !last.startsWith('!');
}

function partsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.');
}

/**
 * Reports whether pattern parts match path parts. Everything after `**` matches, because several of them would take
 * exponential time.
 */
function matches([pattern, ...rest]: readonly string[], [part, ...deeper]: readonly string[]): boolean {
  if (pattern === undefined || part === undefined) return pattern === part;
  return pattern === '**' || (matchesPart(pattern, part) && matches(rest, deeper));
}

/** Reports whether a name matches a pattern in which `*` stands for any text. */
function matchesPart(pattern: string, name: string): boolean {
  const [first = '', ...texts] = pattern.split('*');
  const last = texts.pop();
  if (last === undefined) return pattern === name;
  let at = first.length;
  for (const text of texts) {
    const found = name.indexOf(text, at);
    if (found < 0) return false;
    at = found + text.length;
  }
  return name.startsWith(first) && name.endsWith(last) && name.length - last.length >= at;
}
