import { posix } from 'node:path';
import { mergeKustomization } from '../../output/emit/kustomization.js';
import { listedIn } from '../../output/kustomize/included-objects.js';
import type { DesiredFile } from '../../project/layout/desired-file.js';
import type { Layout, LayoutFile } from '../../project/layout/layout.js';
import { objectsOf } from '../../base/text/yaml-objects.js';
import { isKustomization, kustomizationIn } from '../../project/paths.js';
import type { KeptFiles } from './kept-files.js';
import type { Source } from './source.js';

interface Input {
  readonly source: Pick<Source, 'skipped'>;
  readonly layout: Layout;
  /** The files in `config/` of the Go project. */
  readonly config: ReadonlyMap<string, string>;
  readonly kept: KeptFiles;
}

/**
 * Returns the scaffolded files that are written, and those that are kept. The kustomizations can be built: they contain
 * no entries for scaffolded files that are not written because the Go project has equivalents.
 */
export function writtenFiles(
  scaffolded: readonly LayoutFile[],
  { source, layout, config, kept }: Input,
): readonly DesiredFile[] {
  const present = [...config.keys(), ...source.skipped, ...kept.files.map(({ path }) => path)];
  const files = scaffolded.filter(({ path }) => !kept.paths.has(path));
  return [...withPresentEntries(files, layout, new Set(present)), ...kept.files];
}

/** Returns files without entries for missing ones. A kustomization without any entries left is not written either. */
function withPresentEntries(
  files: readonly LayoutFile[],
  layout: Layout,
  present: ReadonlySet<string>,
): readonly LayoutFile[] {
  const written = new Set([...present, ...files.map(({ path }) => path)]);
  const isMissing = (path: string): boolean => {
    const file = kustomizationIn(path, (each) => layout.has(each));
    if (file === undefined) return layout.has(path) && !written.has(path);
    return kustomizationIn(path, (each) => written.has(each)) === undefined;
  };
  const found = files.flatMap((file) => (isKustomization(file.path) ? withoutMissing(file, isMissing) : [file]));
  // A file that is not written can be an entry of another kustomization.
  return found.length === files.length ? found : withPresentEntries(found, layout, present);
}

function withoutMissing(file: LayoutFile, isMissing: (path: string) => boolean): readonly LayoutFile[] {
  const listed = listedIn(file.content, ['resources']);
  const remove = listed.filter((each) => isMissing(posix.join(posix.dirname(file.path), each)));
  const content = remove.length === 0 ? undefined : mergeKustomization(file.content, { add: [], remove });
  if (content === undefined) return [file];
  const others = Object.keys(objectsOf(content)[0] ?? {}).filter((each) => !plainFields.has(each));
  return remove.length === listed.length && others.length === 0 ? [] : [{ ...file, content, recordAs: file.content }];
}

/** Fields of a kustomization that contains only entries. */
const plainFields = new Set(['apiVersion', 'kind', 'resources']);
