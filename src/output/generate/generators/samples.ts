import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { DesiredFile } from '../../../project/layout/desired-file.js';
import { isRecorded } from '../../plan/state.js';
import { kustomizations } from '../../../project/paths.js';
import { checkSample } from '../check-samples.js';
import type { GeneratorInput, OutputGenerator } from '../generator.js';
import { entriesOf } from '../kustomizations.js';
import { sampleFiles, type SampleFile } from '../sample-files.js';
import { sha256 } from '../../../base/io/sha256.js';

/** Generates a sample for each version of each kind, and checks the samples that were edited by the user. */
export const samples: OutputGenerator = {
  name: 'samples',
  generate: (input) => {
    const made = sampleFiles(input.model.kinds, input.project).map((each) => planned(each, input));
    const files = made.map(({ file }) => file);
    return {
      files,
      kustomizations: [entriesOf(kustomizations.samples, files, input.state)],
      diagnostics: made.flatMap(({ diagnostics }) => diagnostics),
    };
  },
};

function planned(
  { path, kind, version, sample: { text, missing } }: SampleFile,
  { model, read, state }: GeneratorInput,
): { readonly file: DesiredFile; readonly diagnostics: readonly Diagnostic[] } {
  const file: DesiredFile = { path, content: text, ownership: 'sample' };
  const existing = read(path);
  const recorded = state.get(path);
  // Unmodified samples are generated again. Those that the user edited are kept, and can have become invalid.
  if (existing !== undefined && existing !== text) {
    if (recorded === undefined || !isRecorded(recorded, existing))
      return { file, diagnostics: checkSample(path, existing, model.kinds) };
    // It was changed until the API server's code accepted it. In runs without that code, it stays.
    const triedFrom = sha256(text);
    if (recorded.triedFrom === triedFrom) return { file: { ...file, content: existing, triedFrom }, diagnostics: [] };
  }
  const diagnostics = missing.map(({ name, position }) =>
    diagnostic('incomplete-sample', { field: `${kind.kind}.${name}` }, position ?? version.position),
  );
  return { file, diagnostics };
}
