import { jsonDiagnostic } from '../../base/diagnostics/print-json.js';
import { escapeJson } from '../../base/diagnostics/print-escape.js';
import { sortDiagnostics } from '../../base/diagnostics/print.js';
import { exitCodes } from './exit-code.js';
import type { Report } from './report.js';
import type { OutputStream } from './output-stream.js';

/**
 * Writes a report as the JSON object of `--output json`. `version` is the version of its format: fields are added,
 * never changed.
 */
export function printJson(report: Report & { readonly tool?: object }, stdout: OutputStream): void {
  const { exitCode, diagnostics, result, texts: _, digest: __, ...rest } = report;
  const object = {
    version: 1,
    ok: exitCode === exitCodes.done,
    exitCode,
    ...rest,
    ...result?.json,
    diagnostics: sortDiagnostics(diagnostics).map(jsonDiagnostic),
  };
  stdout.write(`${escapeJson(JSON.stringify(object, null, 2))}\n`);
}
