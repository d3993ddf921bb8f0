import type { AnalyzeResult } from '../../language/analyze/analyze.js';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../base/diagnostics/has-errors.js';
import type { Host } from '../../base/io/host.js';
import type { Memory } from '../../base/memory/memory.js';
import type { Project } from '../../project/project.js';
import { verifyModel } from '../../language/rules/verify.js';
import { compareConversions, isConverted } from './compare-conversions.js';
import { compareWebhooks } from './compare-webhooks.js';
import { compareWithProject } from './compare-with-project.js';
import { permissionReaders } from './code-reader.js';
import { computedResults, type KindResults } from './kind-results.js';
import { readSources } from './read-sources.js';
import { unboundPermissions } from './unbound-permissions.js';

export interface ReadModel extends AnalyzeResult {
  /** Whether the model contains everything in the sources. */
  readonly isWhole: boolean;
}

/** Reads the model of a project's sources, and reports all problems that follow from it and from PROJECT. */
export async function readModel(
  host: Host,
  root: string,
  project: Project,
  memory?: Memory,
  results: KindResults = computedResults,
): Promise<ReadModel> {
  const { model: read, diagnostics: found, origins } = await readSources(host, root, memory);
  results.use(origins);
  const readers = hasErrors(found) ? [] : permissionReaders.all();
  const inferred = await Promise.all(readers.map((each) => each(host, root, project, read, memory)));
  const model = { ...read, rbac: [...read.rbac, ...inferred.flat()] };
  const known = [...found, ...compareWithProject(host, root, project, model, found)];
  // If a file is missing or could not be read, the declarations in it would wrongly be reported as missing.
  const compared = hasErrors(known)
    ? []
    : [...compareConversions(project, model.kinds), ...compareWebhooks(project, model, found)];
  const diagnostics = [
    ...known.filter((each) => !compared.some((other) => isSame(each, other))),
    // Two kinds can lack the same marker.
    ...compared.filter((each, index) => compared.findIndex((other) => isSame(each, other)) === index),
    ...verifyModel(model, { isConverted: (kind) => isConverted(project, kind), verifyKind: results.verify }),
    ...unboundPermissions(project, model),
  ];
  return { model, diagnostics, isWhole: !hasErrors(found) };
}

function isSame(one: Diagnostic, other: Diagnostic): boolean {
  return one.code === other.code && one.message === other.message && one.position === other.position;
}
