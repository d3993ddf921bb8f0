import { extname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { refuseInvalid, placeText } from '../case-error.js';
import type { CaseFiles } from '../files/case-files.js';
import { readObjects } from '../files/documents.js';
import type { CaseObject } from '../model.js';
import { applyObject } from './apply.js';
import type { StepContext } from './context.js';

const definitionKind = 'CustomResourceDefinition';
/** Time until a CustomResourceDefinition is established, in milliseconds. */
const establishedMs = 10_000;
const pauseMs = 50;

/** The part of a CustomResourceDefinition that is read. */
interface Definition {
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

/**
 * Applies the manifests in a folder and the folders in it. CustomResourceDefinitions can be used when it returns.
 * @param onlyDefinitions whether other objects are skipped
 * @throws CaseError if a file is not valid; Error if the API server rejects an object
 */
export async function installManifests(
  folder: string,
  files: CaseFiles,
  context: StepContext,
  onlyDefinitions: boolean,
): Promise<void> {
  if (files.isFolder(folder) === undefined) refuseInvalid({ file: folder }, 'it does not exist', 'correct the path');
  const objects = manifestPaths(folder, files).flatMap((path) => readObjects(path, files.read(path)));
  const installed = objects.filter(({ kind }) => !onlyDefinitions || kind === definitionKind);
  for (const each of installed) {
    const failure = await applyObject(each, context);
    if (failure !== undefined) throw new Error(`${placeText(each.place)}: ${failure.message}`);
  }
  for (const each of installed) if (each.kind === definitionKind) await established(each, context);
}

function manifestPaths(folder: string, files: CaseFiles): readonly string[] {
  if (files.isFolder(folder) === false) return [folder];
  return files.list(folder).flatMap(({ path, isFolder }) => {
    if (isFolder) return manifestPaths(path, files);
    return ['.yaml', '.yml', '.json'].includes(extname(path)) ? [path] : [];
  });
}

async function established(definition: CaseObject, { cluster }: StepContext): Promise<void> {
  const kind = await cluster.kindOf(definition);
  const { name = '' } = (definition.fields['metadata'] ?? {}) as { readonly name?: string };
  const deadline = performance.now() + establishedMs;
  for (;;) {
    const found = (await cluster.get(kind, { name })) as Definition | undefined;
    if (found?.status?.conditions?.some(({ type, status }) => type === 'Established' && status === 'True')) return;
    if (performance.now() > deadline)
      throw new Error(`${placeText(definition.place)}: ${name} is not established after ${establishedMs / 1000} s`);
    await sleep(pauseMs);
  }
}
