import { posix } from 'node:path';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../base/diagnostics/has-errors.js';
import type { Host } from '../../base/io/host.js';
import type { DesiredFile } from '../../project/layout/desired-file.js';
import type { Environment } from '../operation/outcome.js';
import type { Kind } from '../../base/model/kind.js';
import type { WebhookRule } from '../../base/model/webhook.js';
import { readState } from '../plan/state.js';
import type { Project } from '../../project/project.js';
import type { GeneratorInput } from './generator.js';
import { generators } from './generators/generators.js';
import { manifestGenerators } from './generators/more-generators.js';
import { readHeader } from './header.js';
import { kindResults } from './kind-results.js';
import { kustomizationFiles } from './kustomizations.js';
import { relativeSources } from './present-set-ups.js';
import { codeUses } from './code-reader.js';
import { readModel } from './read-model.js';

export interface Generated {
  /** All files generated from the sources and PROJECT; empty when there is an error. */
  readonly files: readonly DesiredFile[];
  readonly diagnostics: readonly Diagnostic[];
  /** The kinds of the sources; none when the sources could not be read completely. */
  readonly kinds: readonly Kind[];
  /** The webhooks of the sources. */
  readonly webhooks: readonly WebhookRule[];
}

/** The parts of the environment that generators use in addition to the files of a project. */
type GeneratorEnvironment = Pick<Environment, 'memory' | 'stage' | 'helper'>;

/** Generates all files from a project's sources and PROJECT. Reads through `host`, writes nothing. */
export async function generate(
  host: Host,
  root: string,
  project: Project,
  toolVersion: string,
  { memory, helper, stage }: GeneratorEnvironment = {},
): Promise<Generated> {
  stage?.('Reading the sources');
  const results = kindResults(memory, root, host);
  const { model, diagnostics, isWhole } = await readModel(host, root, project, memory, results);
  if (hasErrors(diagnostics)) return { files: [], diagnostics, kinds: isWhole ? model.kinds : [], webhooks: [] };

  stage?.('Generating the manifests');
  const read = (path: string): string | undefined => host.read(posix.join(root, path));
  const header = readHeader(host, root, project.manifests);
  const input: GeneratorInput = {
    ...{ project, model, toolVersion, read },
    sources: () => relativeSources(host, root),
    header: header.text,
    state: readState(host, root),
    results,
    uses: () => codeUses(host, root, model.kinds, memory),
  };
  const made = await Promise.all(generators().map(async (each) => each.generate(input)));
  await results.keep();
  const listed = kustomizationFiles(
    made.flatMap(({ kustomizations = [] }) => kustomizations),
    made.flatMap(({ files }) => files),
    read,
  );
  const manifests = [...made.flatMap(({ files }) => files), ...listed.files];
  const source = { host, root, project, read, helper, recorded: input.state, model, manifests };
  const composed = await Promise.all(manifestGenerators.all().map((each) => each(source)));
  return {
    kinds: model.kinds,
    webhooks: model.webhooks,
    files: [...manifests, ...composed.flatMap(({ files = [] }) => files)],
    diagnostics: [
      ...diagnostics,
      ...header.diagnostics,
      ...made.flatMap(({ diagnostics: found = [] }) => found),
      ...listed.diagnostics,
      ...composed.flatMap(({ diagnostics: found = [] }) => found),
    ],
  };
}
