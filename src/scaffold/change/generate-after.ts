import { posix } from 'node:path';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Host } from '../../base/io/host.js';
import { overlay } from '../../base/io/overlay.js';
import { toolVersion } from '../../base/io/tool.js';
import { mergeFile } from '../../base/merge/merge-file.js';
import { mergeKustomization } from '../../output/emit/kustomization.js';
import { generate, type Generated } from '../../output/generate/generate.js';
import { withNewSamples } from '../../output/generate/judge.js';
import { listedIn } from '../../output/kustomize/included-objects.js';
import type { Environment } from '../../output/operation/outcome.js';
import type { DesiredFile } from '../../project/layout/desired-file.js';
import { kustomizationNames } from '../../project/paths.js';
import type { Project } from '../../project/project.js';
import { withoutGoneWebhooks } from './deletion/deleted-webhooks.js';
import type { ChangedObjects } from './kustomizations/changed-objects.js';
import { overlaid } from './planned-overlay.js';
import { projectView, type ProjectView } from './planned-view.js';

/** The parts of a change of PROJECT that determine what is generated. */
export interface GeneratedChange {
  readonly environment: Pick<Environment, 'host' | 'helper' | 'memory'>;
  /** The files before the change, with the record. */
  readonly recorded: Host;
  readonly root: string;
  readonly before: ProjectView;
  /** The project that PROJECT describes after the change. */
  readonly edited: Project;
  readonly isDeletion: boolean;
  /** The valid samples that are written again. */
  readonly samplesAgain: ReadonlySet<string>;
}

/** The files of a change before anything is generated. */
export interface ChangedFiles {
  readonly changed: readonly DesiredFile[];
  /** Paths of files that are removed. */
  readonly unwanted: readonly string[];
  readonly objects: readonly ChangedObjects[];
  /** The texts without conflict markers of the files that get some, by path. */
  readonly resolved: ReadonlyMap<string, string>;
  /** Problems that are reported already. */
  readonly reported: readonly Diagnostic[];
}

export interface GeneratedAfter {
  readonly written: readonly DesiredFile[];
  /** The files after the change, without the generated ones. */
  readonly host: Host;
  readonly generated: Generated;
  /** Classes that are kept without their markers. */
  readonly unmarked: readonly Diagnostic[];
}

/** Generates the files after a change, from code without the markers of deleted webhooks. */
export async function generateAfter(
  { environment: { host, helper, memory }, recorded, root, before, edited: project, ...options }: GeneratedChange,
  { changed, unwanted, objects, resolved, reported }: ChangedFiles,
): Promise<GeneratedAfter> {
  const withFiles = (files: readonly DesiredFile[]): Host => {
    // What is generated does not depend on conflict markers.
    const read = [...files, ...objects].map((each) => ({ ...each, content: resolved.get(each.path) ?? each.content }));
    return overlay(recorded, new Map([...goneFrom(root, unwanted), ...overlaid(root, read)]));
  };
  const first = await generate(withFiles(changed), root, project, toolVersion(), { helper, memory });
  const listed = withReturningEntries(recorded, root, changed, first.files);
  const { texts: unmarked, diagnostics } = options.isDeletion
    ? await withoutGoneWebhooks({
        ...{ root, generated: first, reported },
        before,
        after: projectView(overlay(withFiles(changed), overlaid(root, first.files)), root, project, memory),
      })
    : { texts: new Map<string, string>(), diagnostics: [] };
  const texts = new Map([...listed, ...unmarked]);
  const written = withTexts(changed, texts);
  const then = withFiles(written);
  const generated = texts.size === 0 ? first : await generate(then, root, project, toolVersion(), { helper, memory });
  const read = (path: string): string | undefined => host.read(posix.join(root, path));
  const made = await withNewSamples({ root, helper, project, read }, generated);
  const isReplaced = ({ code, position }: Diagnostic): boolean =>
    code === 'invalid-sample' && position !== undefined && options.samplesAgain.has(position.file);
  return {
    ...{ written, host: then, unmarked: diagnostics },
    generated: { ...made, diagnostics: made.diagnostics.filter((each) => !isReplaced(each)) },
  };
}

function goneFrom(root: string, paths: readonly string[]): ReadonlyMap<string, undefined> {
  return new Map(paths.map((path) => [posix.join(root, path), undefined]));
}

/** Returns files with new texts, including files that are not yet among them. */
function withTexts(files: readonly DesiredFile[], texts: ReadonlyMap<string, string>): readonly DesiredFile[] {
  const known = new Set(files.map(({ path }) => path));
  const added = [...texts].filter(([path]) => !known.has(path));
  return [
    ...files.map((file) => ({ ...file, content: texts.get(file.path) ?? file.content })),
    ...added.map(([path, content]) => ({ path, content, ownership: 'merged' as const })),
  ];
}

/**
 * Returns kustomizations of the user with the entries that a change removes and that are generated again because their
 * kinds are kept; the entries keep their places and comments.
 */
function withReturningEntries(
  host: Host,
  root: string,
  changed: readonly DesiredFile[],
  generated: readonly DesiredFile[],
): ReadonlyMap<string, string> {
  const made = new Map(generated.map(({ path, content }) => [path, content]));
  return new Map(
    changed.flatMap(({ path, content, movedFrom }): readonly (readonly [string, string])[] => {
      if (!kustomizationNames.includes(posix.basename(path)) || movedFrom !== undefined) return [];
      const existing = host.read(posix.join(root, path));
      const again = made.get(path);
      if (existing === undefined || again === undefined || existing === content) return [];
      const [left, listed] = [content, again].map((text) => new Set(listedIn(text, ['resources'])));
      const returning = listedIn(existing, ['resources']).filter((each) => !left!.has(each) && listed!.has(each));
      if (returning.length === 0) return [];
      const before = mergeKustomization(existing, { add: [], remove: returning });
      const merged = before === undefined ? undefined : mergeFile(path, { existing, before, after: content });
      return merged?.kind === 'merged' ? [[path, merged.content]] : [];
    }),
  );
}
