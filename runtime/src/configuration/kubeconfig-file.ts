import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { ConfigError } from '../errors/config-error.js';
import { isJsonObject, type JsonObject } from '../json/json-object.js';
import type { ExecConfig } from './exec-credential.js';
import { parseYaml } from './parse-yaml.js';
import { mostKubeconfigBytes, readTextSync } from './read-file.js';

/** Entry of a kubeconfig, with its location. */
export interface Named<T> {
  readonly name: string;
  readonly value: T;
  /** File that contains the entry. */
  readonly file: string;
  /** Directory of that file; relative paths in the entry are resolved against it. */
  readonly folder: string;
}

/** Cluster of a kubeconfig. Some keys have a file form and a data form; the data form wins, as in kubectl. */
export interface Cluster {
  readonly server?: string;
  readonly 'certificate-authority'?: string;
  readonly 'certificate-authority-data'?: string;
  readonly 'insecure-skip-tls-verify'?: boolean;
  readonly 'tls-server-name'?: string;
  readonly 'proxy-url'?: string;
  readonly extensions?: readonly { readonly name?: string; readonly extension?: unknown }[] | null;
}

export interface User {
  readonly token?: string;
  readonly tokenFile?: string;
  readonly username?: string;
  readonly password?: string;
  readonly 'client-certificate'?: string;
  readonly 'client-certificate-data'?: string;
  readonly 'client-key'?: string;
  readonly 'client-key-data'?: string;
  readonly exec?: ExecConfig | null;
  readonly 'auth-provider'?: {
    readonly name?: string;
    readonly config?: Readonly<Record<string, string>> | null;
  } | null;
  readonly as?: string;
  readonly 'as-uid'?: string;
  readonly 'as-groups'?: readonly string[] | null;
  readonly 'as-user-extra'?: Readonly<Record<string, readonly string[]>> | null;
}

export interface Context {
  readonly cluster?: string;
  readonly user?: string;
  readonly namespace?: string;
}

/** Merged content of several files. See https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/ */
export interface Kubeconfig {
  readonly currentContext: string | undefined;
  readonly clusters: ReadonlyMap<string, Named<Cluster>>;
  readonly users: ReadonlyMap<string, Named<User>>;
  readonly contexts: ReadonlyMap<string, Named<Context>>;
}

/** Returns the files that kubectl would read: the list in `$KUBECONFIG`, or `~/.kube/config`. */
export function kubeconfigPaths(env: Readonly<Record<string, string | undefined>> = process.env): readonly string[] {
  const listed = (env['KUBECONFIG'] ?? '').split(delimiter).filter((path) => path !== '');
  return listed.length > 0 ? listed : [join(homedir(), '.kube', 'config')];
}

/**
 * Reads files and merges them: for each entry, the first file that has it wins. Missing files are skipped.
 * See https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/#merging-kubeconfig-files
 * @throws ConfigError if a file exists but is not a valid kubeconfig
 */
export async function mergeKubeconfigs(paths: readonly string[]): Promise<Kubeconfig> {
  const files = await Promise.all(paths.filter((path) => existsSync(path)).map((path) => readFile(path)));
  const merge = <T>(part: (file: Kubeconfig) => ReadonlyMap<string, Named<T>>) =>
    new Map(files.toReversed().flatMap((file) => [...part(file)]));
  return {
    currentContext: files.find((file) => file.currentContext !== undefined)?.currentContext,
    clusters: merge((file) => file.clusters),
    users: merge((file) => file.users),
    contexts: merge((file) => file.contexts),
  };
}

async function readFile(path: string): Promise<Kubeconfig> {
  const raw = await readObject(path);
  const named = <T>(list: string, key: string) => readNamed<T>(raw[list], path, list, key);
  return {
    currentContext: textOf(raw['current-context']),
    clusters: named<Cluster>('clusters', 'cluster'),
    users: named<User>('users', 'user'),
    contexts: named<Context>('contexts', 'context'),
  };
}

async function readObject(path: string): Promise<JsonObject> {
  let text: string;
  try {
    text = readTextSync(path, mostKubeconfigBytes);
  } catch (cause) {
    throw new ConfigError(`${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
  let raw: unknown;
  try {
    raw = (await parseYaml(text)) ?? {};
  } catch (error) {
    throw new ConfigError(`${path} is not valid YAML: ${(error as Error).message}; correct it, or write it again`);
  }
  if (!isJsonObject(raw)) throw new ConfigError(`${path} is not a kubeconfig: it has no fields`);
  return raw;
}

function readNamed<T>(raw: unknown, path: string, list: string, key: string): Map<string, Named<T>> {
  const folder = dirname(resolve(path));
  const entries = new Map<string, Named<T>>();
  if (raw !== undefined && raw !== null && !Array.isArray(raw)) throw new ConfigError(`${path}: ${list} is not a list`);
  for (const [index, entry] of ((raw ?? []) as readonly unknown[]).entries()) {
    const name = isJsonObject(entry) ? textOf(entry['name']) : undefined;
    if (!isJsonObject(entry) || name === undefined) throw new ConfigError(`${path}: ${list}[${index}] has no name`);
    if (entries.has(name)) throw new ConfigError(`${path}: the ${key} "${name}" exists twice: remove one`);
    const value = entry[key] ?? {};
    if (!isJsonObject(value)) throw new ConfigError(`${path}: the ${key} "${name}" has no fields`);
    entries.set(name, { name, value: value as T, file: path, folder });
  }
  return entries;
}

/** Returns a non-empty string unchanged, and undefined for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
