import { isAbsolute, join, resolve } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { ConfigError } from '../../../errors/config-error.js';
import { kubeconfigPaths, mergeKubeconfigs, type Named } from '../../../configuration/kubeconfig-file.js';
import type { LoadConfigOptions } from '../../../configuration/load-config.js';
import { isJsonObject, type JsonObject } from '../../../json/json-object.js';

/** Fields of clusters and users that hold paths, which are relative to the file of the entry. */
const pathFields = ['certificate-authority', 'client-certificate', 'client-key', 'tokenFile'];

/**
 * Writes a kubeconfig that has nothing but one context, for the commands of test cases: they cannot reach another
 * cluster by accident.
 * @param path where it is written, readable only by its owner
 * @throws ConfigError if the context does not exist
 */
export async function writeCommandKubeconfig(path: string, { kubeconfig, context }: LoadConfigOptions): Promise<void> {
  const merged = await mergeKubeconfigs(kubeconfig === undefined ? kubeconfigPaths() : [resolve(kubeconfig)]);
  const name = context ?? merged.currentContext ?? '';
  const chosen = merged.contexts.get(name);
  if (chosen === undefined) throw new ConfigError(`the kubeconfig has no context "${name}"`);
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': name,
    contexts: [{ name, context: chosen.value }],
    clusters: entriesOf('cluster', merged.clusters.get(chosen.value.cluster ?? '')),
    users: entriesOf('user', merged.users.get(chosen.value.user ?? '')),
  };
  // JSON is YAML.
  await writeFile(path, JSON.stringify(config, undefined, 2), { mode: 0o600 });
}

function entriesOf(what: string, found: Named<object> | undefined): readonly object[] {
  if (found === undefined) return [];
  const { name, value, folder } = found;
  const absolute = (field: string, each: unknown): unknown => {
    if (typeof each === 'string' && pathFields.includes(field) && !isAbsolute(each)) return join(folder, each);
    return field === 'exec' && isJsonObject(each) ? withAbsoluteCommand(each, folder) : each;
  };
  const fields = Object.entries(value).map(([field, each]) => [field, absolute(field, each)] as const);
  return [{ name, [what]: Object.fromEntries(fields) }];
}

/** A plug-in whose command is a path is relative to the file; a name is searched in the PATH. */
function withAbsoluteCommand(exec: JsonObject, folder: string): JsonObject {
  const { command } = exec;
  const isRelative = typeof command === 'string' && /[\\/]/.test(command) && !isAbsolute(command);
  return isRelative ? { ...exec, command: join(folder, command) } : exec;
}
