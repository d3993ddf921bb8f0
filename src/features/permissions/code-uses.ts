import { posix } from 'node:path';
import { listCode } from '../../language/analyze/sources.js';
import { FileRefused } from '../../base/io/file-refused.js';
import type { Host } from '../../base/io/host.js';
import type { Memory } from '../../base/memory/memory.js';
import { recollect, workOut, type Topic } from '../../base/memory/recollection.js';
import type { Kind } from '../../base/model/kind.js';
import type { CodeUses } from '../../base/model/permission.js';
import { nothingUsed } from '../../output/generate/code-reader.js';
import { isYaml } from '../../project/paths.js';

/**
 * Returns the permissions that the code of a project uses, the webhooks that it serves, and the metrics that it creates. If
 * nothing has changed since an earlier run, the compiler is not even loaded.
 */
export async function codeUses(
  host: Host,
  root: string,
  kinds: readonly Kind[],
  memory: Memory | undefined,
): Promise<CodeUses> {
  const topic: Topic = { name: 'code-uses', folder: root };
  const known = memory && recollect<string>(memory, topic, host);
  if (known !== undefined) return JSON.parse(known) as CodeUses;
  return workOut(
    memory,
    topic,
    host,
    (noted) => readUses(noted, root, kinds),
    (uses) => JSON.stringify(uses),
  );
}

async function readUses(host: Host, root: string, kinds: readonly Kind[]): Promise<CodeUses> {
  const files = listCode(host, root)
    .filter(({ text }) => text.trim() !== '')
    .map(({ path }) => path);
  if (files.length === 0) return nothingUsed;
  const [{ readPermissions }, { runtimeDeclarations }] = await Promise.all([
    import('./uses/read-permissions.js'),
    import('../../base/io/runtime-declarations.js'),
  ]);
  const { used, ...others } = await readPermissions({
    ...{ root, files, kinds },
    runtime: runtimeDeclarations(),
    read: (path) => host.read(path),
    realpath: (path) => host.realpath(path),
  });
  const manifests = deployedTexts(host, root);
  const isOn = (flag: string): boolean => manifests.some((text) => text.includes(flag));
  return { used: used.filter(({ flag }) => flag === undefined || isOn(flag)), ...others };
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
