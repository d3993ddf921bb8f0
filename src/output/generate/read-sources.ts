import { randomUUID } from 'node:crypto';
import { posix } from 'node:path';
import type { AnalyzedFiles, AnalyzeResult } from '../../language/analyze/analyze.js';
import {
  keepParts,
  type KeptParts,
  type Origins,
  originsOfParts,
  type Parts,
  unchangedParts,
} from '../../language/analyze/parts.js';
import { listSources, selectSources, type Source } from '../../language/analyze/sources.js';
import { refuse } from '../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../base/diagnostics/has-errors.js';
import type { Host } from '../../base/io/host.js';
import { analyzedLimit } from '../../base/io/limits.js';
import type { Memory } from '../../base/memory/memory.js';
import { readPackages } from '../../base/io/packages.js';
import { recollect, workOut } from '../../base/memory/recollection.js';
import { emptyModel } from '../../base/model/model.js';
import { resolvePermissions } from './resolve-permissions.js';
import { unknownInWebhooks } from './unknown-resources.js';

/** The model of sources. */
export interface ReadSources extends AnalyzeResult {
  /** A text for each file, by its absolute path, that changes with everything that its kinds depend on. */
  readonly origins?: Origins;
}

/**
 * Reads the model of a project's sources. If the sources have not changed since an earlier run, the compiler is not
 * even loaded; if only some of them have changed, only these are analyzed.
 */
export async function readSources(host: Host, root: string, memory: Memory | undefined): Promise<ReadSources> {
  const topic = { name: 'sources', folder: root };
  const known = memory && recollect<ReadSources>(memory, topic, host);
  const isSound = ({ diagnostics }: AnalyzeResult) => !hasErrors(diagnostics);
  const work = (noted: Host) => readParts(noted, root, memory);
  return known ?? workOut(memory, topic, host, work, (result) => (isSound(result) ? result : undefined));
}

async function readParts(host: Host, root: string, memory: Memory | undefined): Promise<ReadSources> {
  const topic = { name: 'parts', folder: root };
  // Not recorded, because the parts compare the texts of the sources themselves. A file that an import failed to find
  // is recorded.
  const sources = listSources(host, root);
  const work = async (noted: Host): Promise<AnalyzedFiles & { readonly kept: KeptParts | undefined }> => {
    // Uses the recording host, because known parts still depend on these answers.
    const kept = memory && recollect<KeptParts>(memory, topic, noted);
    const known = kept && unchangedParts(kept, sources);
    const first = await analyzeSources(noted, root, sources, known);
    // Problems are reported as if nothing were known.
    const isAgain = known !== undefined && first.parts === undefined;
    const result = isAgain ? await analyzeSources(noted, root, sources) : first;
    const epoch = kept !== undefined && !isAgain ? kept.epoch : randomUUID();
    return { ...result, kept: result.parts && keepParts(result.parts, sources, epoch) };
  };
  const { model, diagnostics, kept } = await workOut(memory, topic, host, work, (result) =>
    // With only one kind, nothing remains valid once it changes.
    result.model.kinds.length > 1 ? result.kept : undefined,
  );
  return { model, diagnostics, ...(kept && { origins: originsOfParts(kept, sources) }) };
}

/** Analyzes the sources, without loading the compiler if they declare neither kinds nor permissions. */
async function analyzeSources(
  host: Host,
  root: string,
  sources: readonly Source[],
  known: Parts = new Map(),
): Promise<AnalyzedFiles> {
  const { kindFiles, otherFiles } = selectSources(sources);
  for (const { path, text } of [...kindFiles, ...otherFiles]) {
    if (text.length > analyzedLimit) refuseLarge(posix.relative(root, path));
  }
  if (kindFiles.length + otherFiles.length === 0) return { model: emptyModel, diagnostics: [], parts: undefined };
  const [{ analyzeOnce }, { loadMarkers }, { runtimeDeclarations }] = await Promise.all([
    import('../../language/analyze/analyze.js'),
    import('../../language/markers/registry.js'),
    import('../../base/io/runtime-declarations.js'),
  ]);
  await loadMarkers();
  readPackages(host);
  const found = analyzeOnce({
    root,
    sources,
    runtime: runtimeDeclarations(),
    read: (path) => host.read(path),
    realpath: (path) => host.realpath(path),
    known,
  });
  const { rbac, diagnostics } = await resolvePermissions(found.model, !hasErrors(found.diagnostics));
  const ofWebhooks = await unknownInWebhooks(found.model);
  return {
    ...found,
    model: { ...found.model, rbac },
    diagnostics: [...found.diagnostics, ...diagnostics, ...ofWebhooks],
  };
}

function refuseLarge(path: string): never {
  const reason = `is larger than ${analyzedLimit / 1024 / 1024} MiB, and it has kinds or markers`;
  const remedy = 'split the file, or move its data to a file without them';
  return refuse('unsupported-file', { path, reason, remedy }, { file: path, line: 1, column: 1 });
}
