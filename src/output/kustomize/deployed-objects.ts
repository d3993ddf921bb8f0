import { diagnostic } from '../../base/diagnostics/diagnostic.js';
import { kustomizationIn } from '../../project/paths.js';
import type { Upstream } from '../../base/helper/upstream.js';
import { buildKustomization, type Built, type IncompleteCode } from './build.js';
import { kustomize, textOf, type ProjectFiles, type WantedBuild } from './kustomize.js';

/**
 * Builds a kustomization with the code of kustomize. Where that is missing, or refuses, what can be evaluated without it is
 * built, and the rest is reported.
 * @param upstream the helper with the code of kustomize
 */
export async function deployedObjects(
  upstream: Upstream | undefined,
  files: ProjectFiles,
  wanted: WantedBuild,
  code: IncompleteCode,
): Promise<Built> {
  const exact = upstream?.identity === undefined ? undefined : await kustomize(upstream, files, wanted);
  if (exact !== undefined && !('reason' in exact)) return { objects: exact, diagnostics: [] };
  const read = (path: string): string | undefined => textOf(files, path);
  const built = buildKustomization(wanted.folder, read, wanted.names, wanted.additional, code);
  if (exact === undefined || built.diagnostics.length > 0) return built;
  const file = kustomizationIn(wanted.folder, (path) => read(path) !== undefined) ?? wanted.folder;
  const problem = diagnostic(code, { what: 'kustomize', reason: exact.reason }, { file, line: 1, column: 1 });
  return { ...built, diagnostics: [problem] };
}
