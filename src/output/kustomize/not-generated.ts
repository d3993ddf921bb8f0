import type { OutputNotGenerated } from '../../base/diagnostics/catalogue/helper.js';
import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';

/** Returns the warning about an output that is not generated, because kustomize could not build its source. */
export function notGenerated(output: OutputNotGenerated): Diagnostic {
  const position = 'refusal' in output ? { file: output.file, line: 1, column: 1 } : undefined;
  return diagnostic('output-not-generated', output, position);
}
