import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as yamlPackage from 'yaml';
import type { Host } from '../io/host.js';
import { slashed } from '../io/slashed.js';
import { isTrustedAround } from './trusted-project.js';

/**
 * The real paths of the folders around a project that it may import from: the git checkout that it is in, and the nearest
 * workspace of npm, pnpm, Yarn or Bun that lists it. Without either it is the project's own folder alone.
 */
export function workspaceFolders(host: Host, root: string): readonly string[] {
  const real = host.realpath(root);
  const above = foldersAbove(real);
  const isThere = (folder: string, name: string): boolean =>
    host.kind(join(folder, name)) !== 'missing' && isTrustedAround(host, real, folder, name);
  const checkout = [real, ...above].find((folder) => isThere(folder, '.git'));
  const workspace = above.find((folder) =>
    lists(patternsIn(host, folder, isThere), slashed(real.slice(folder.length))),
  );
  return [...new Set([real, checkout, workspace].filter((folder) => folder !== undefined))].map(slashed);
}

function foldersAbove(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [] : [above, ...foldersAbove(above)];
}

/** The patterns of a workspace's packages; none where a folder is not the root of a workspace. */
function patternsIn(host: Host, folder: string, isThere: (folder: string, name: string) => boolean): readonly string[] {
  const valueIn = (name: string, parseText: (text: string) => unknown): unknown =>
    isThere(folder, name) ? read(host, join(folder, name), parseText) : undefined;
  const workspaces = fieldOf(valueIn('package.json', JSON.parse), 'workspaces');
  const pnpm = valueIn('pnpm-workspace.yaml', parseYaml);
  const found = [workspaces, fieldOf(workspaces, 'packages'), fieldOf(pnpm, 'packages')].find(Array.isArray);
  return (found ?? []).filter((each) => typeof each === 'string');
}

/**
 * A run that imports nothing from outside does not load the parser, and this cannot wait for `import()`. The parser compares
 * every key of a mapping with each other one, so a text that is longer than any list of packages is not parsed.
 */
function parseYaml(text: string): unknown {
  if (text.length > 32 * 1024) return undefined;
  const yaml = createRequire(import.meta.url)('yaml') as typeof yamlPackage;
  return yaml.parse(text, { logLevel: 'error' });
}

/** More than any manifest has; what is in the folders around a project can be a stranger's as well. */
const longest = 1024 * 1024;

/** What cannot be read or parsed, or is too large, is the root of no workspace. */
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

/** Whether patterns such as `packages/*` list a folder; the last one that matches decides, and `!` takes back. */
function lists(patterns: readonly string[], folder: string): boolean {
  const parts = partsOf(folder);
  const last = patterns.findLast((pattern) => matches(partsOf(pattern.replace(/^!/, '')), parts));
  return last !== undefined && !last.startsWith('!');
}

function partsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.');
}

/** After `**` everything matches: several of them would take time that grows with their power. */
function matches([pattern, ...rest]: readonly string[], [part, ...deeper]: readonly string[]): boolean {
  if (pattern === undefined || part === undefined) return pattern === part;
  return pattern === '**' || (matchesPart(pattern, part) && matches(rest, deeper));
}

/** Whether a name has the fixed texts of a pattern in their order; `*` stands for any text between them. */
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
