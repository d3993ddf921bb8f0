import { posix } from 'node:path';
import { listCode } from '../../language/analyze/sources.js';
import { FileRefused } from '../../base/io/file-refused.js';
import type { Host } from '../../base/io/host.js';
import type { Memory } from '../../base/memory/memory.js';
import { remembered } from '../../base/memory/recollection.js';
import type { Kind } from '../../base/model/kind.js';
import type { CodeUses } from '../../base/model/permission.js';
import { nothingUsed } from '../../output/generate/code-reader.js';
import { isYaml } from '../../project/paths.js';

/**
 * Returns the permissions that the code of a project uses, the webhooks that it serves, and the metrics that it creates. If
 * the code has not changed since an earlier run, the compiler is not even loaded.
 */
export async function codeUses(
  host: Host,
  root: string,
  kinds: readonly Kind[],
  memory: Memory | undefined,
): Promise<CodeUses> {
  const topic = { name: 'code-uses', folder: root };
  const { used, ...others } = await remembered(memory, topic, host, (noted) => readUses(noted, root, kinds));
  // Flags are read apart from the code, which takes longer and changes less than manifests.
  const manifests = used.some(({ flag }) => flag !== undefined) ? deployedTexts(host, root) : [];
  const isOn = (flag: string): boolean => manifests.some((text) => text.includes(flag));
  return { used: used.filter(({ flag }) => flag === undefined || isOn(flag)), ...others };
}

/** Returns what the code uses, with what it uses only if a flag is set. */
async function readUses(host: Host, root: string, kinds: readonly Kind[]): Promise<CodeUses> {
  const files = listCode(host, root)
    .filter(({ text }) => text.trim() !== '')
    .map(({ path }) => path);
  if (files.length === 0) return nothingUsed;
  const [{ readPermissions }, { runtimeDeclarations }] = await Promise.all([
    import('./uses/read-permissions.js'),
    import('../../base/io/runtime-declarations.js'),
  ]);
  return readPermissions({
    ...{ root, files, kinds },
    runtime: runtimeDeclarations(),
    read: (path) => host.read(path),
    realpath: (path) => host.realpath(path),
  });
}

/** Returns the manifests that can pass flags to the deployed operator. */
function deployedTexts(host: Host, root: string): readonly string[] {
  return ['config/manager', 'config/default'].flatMap((folder) =>
    host
      .list(posix.join(root, folder))
      .filter(isYaml)
      .flatMap((name) => readOrSkip(host, posix.join(root, folder, name))),
  );
}

/** Returns the text of a file; nothing if it cannot be read, which other checks report. */
function readOrSkip(host: Host, path: string): readonly string[] {
  try {
    return [host.read(path) ?? ''];
  } catch (error) {
    if (error instanceof FileRefused) return [];
    throw error;
  }
}
