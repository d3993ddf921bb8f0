import type { olmDiagnostics } from '../diagnostics.js';
import { diagnostic } from '../reporting.js';
import type { Diagnostic, ParametersIn } from '../../../base/diagnostics/diagnostic.js';
import type { Bundle, BundleFile } from '../bundle.js';
import type { JsonPath } from '../../../base/model/json-at.js';

/** A rule about bundles: returns the problems of a bundle that violates it. */
export type Rule = (bundle: Bundle) => readonly Diagnostic[];

/** Returns a problem of a value in a file. If the value does not exist, the position is that of its nearest parent. */
export function problemAt<C extends keyof typeof olmDiagnostics>(
  file: BundleFile,
  path: JsonPath,
  code: C,
  parameters: ParametersIn<typeof olmDiagnostics, C>,
): Diagnostic {
  return diagnostic(code, parameters, file.at(...path));
}
