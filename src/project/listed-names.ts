import { join } from 'node:path';
import type { Host } from '../base/io/host.js';
import { foreignPartOf, type Owners } from './foreign-project.js';
import { projectFile } from './paths.js';
import { projectRoot } from './project-root.js';

/** The names in an entry of PROJECT that can be words of a command line. */
export interface ListedNames {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
}

/** More than any project has; a larger file was not written by operator-gen. */
const most = 1_000;

/**
 * Returns the names in the PROJECT file of the project around a folder, for a process that has no time to load a YAML
 * parser. It understands the block style that operator-gen and kubebuilder write. Everything else results in no names:
 * a missing, broken or unreadable PROJECT, and that of a project that is not trusted. Never throws.
 */
export function listedNames(
  host: Owners & Pick<Host, 'read'>,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): readonly ListedNames[] {
  try {
    const root = projectRoot(host, cwd);
    return foreignPartOf(host, root, env) === undefined ? namesIn(host.read(join(root, projectFile)) ?? '') : [];
  } catch {
    return [];
  }
}

function namesIn(text: string): readonly ListedNames[] {
  const entries: { group?: string; version?: string; kind?: string }[] = [];
  let keyIndent: number | undefined;
  for (const line of resourceLines(text)) {
    const { indent = '', dash = '', key, value = '' } = entryLine.exec(line)?.groups ?? {};
    const column = indent.length + dash.length;
    if (dash !== '' && (keyIndent ?? column) === column) {
      if (entries.length === most) break;
      keyIndent = column;
      entries.push({});
    }
    const entry = entries.at(-1);
    if (entry === undefined || column !== keyIndent) continue;
    const name = unquoted(value);
    if ((key === 'group' || key === 'version' || key === 'kind') && isPlainName(name)) entry[key] ??= name;
  }
  return entries;
}

const entryLine = /^(?<indent> *)(?<dash>- )?(?<key>\w+):(?: (?<value>.*))?$/;

/** Returns the lines of the list `resources`. */
function resourceLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  const start = lines.indexOf('resources:') + 1;
  if (start === 0) return [];
  const length = lines.slice(start).findIndex((line) => /^[^\s#-]/.test(line));
  return lines.slice(start, length === -1 ? undefined : start + length);
}

function unquoted(value: string): string {
  return value.trim().replace(/^(["'])(.*)\1$/, '$2');
}

/** Reports whether a name has no characters that a shell interprets, and cannot be mistaken for a flag. */
export function isPlainName(name: string): boolean {
  return /^[a-z\d][a-z\d.-]{0,252}$/i.test(name);
}
