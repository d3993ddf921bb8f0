import { diagnostic, type Diagnostic } from '../../diagnostics/diagnostic.js';
import { emitSample } from '../../emit/sample.js';
import type { DesiredFile } from '../../layout/desired-file.js';
import type { Kind, KindVersion } from '../../model/kind.js';
import { kustomizations, sampleFile } from '../../project/paths.js';
import { checkSample } from '../check-samples.js';
import type { GeneratorInput, OutputGenerator } from '../generator.js';
import { entriesOf } from '../kustomizations.js';
import { sha256 } from '../../io/sha256.js';

/** Generates a sample for each version of each kind, and checks the samples that were edited by the user. */
export const samples: OutputGenerator = {
  name: 'samples',
  generate: (input) => {
    const made = input.model.kinds.flatMap((kind) => kind.versions.map((version) => sampleOf(kind, version, input)));
    const files = made.map(({ file }) => file);
    return {
      files,
      kustomizations: [entriesOf(kustomizations.samples, files, input.state)],
      diagnostics: made.flatMap(({ diagnostics }) => diagnostics),
    };
  },
};

function sampleOf(
  kind: Kind,
  version: KindVersion,
  { project, model, read, state }: GeneratorInput,
): { readonly file: DesiredFile; readonly diagnostics: readonly Diagnostic[] } {
  const { domain, projectName } = project;
  const path = sampleFile({ group: groupOf(kind, domain), version: version.name, kind: kind.kind });
  const { text, missing } = emitSample(kind, version, projectName);
  const file: DesiredFile = { path, content: text, ownership: 'sample' };
  const existing = read(path);
  // Unmodified samples are generated again. Those edited by the user stay, and can have become invalid.
  if (existing !== undefined && existing !== text && sha256(existing) !== state.get(path)?.hash)
    return { file, diagnostics: checkSample(path, existing, model.kinds) };
  const diagnostics = missing.map(({ name, position }) =>
    diagnostic('incomplete-sample', { field: `${kind.kind}.${name}` }, position ?? version.position),
  );
  return { file, diagnostics };
}

/** Returns the part of an API group before the project's domain, which is used in file names. */
function groupOf({ group }: Kind, domain: string): string {
  if (group === domain) return '';
  return group.endsWith(`.${domain}`) ? group.slice(0, -domain.length - 1) : group;
}
