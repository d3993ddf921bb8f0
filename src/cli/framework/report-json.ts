import { jsonDiagnostic } from '../../base/diagnostics/print-json.js';
import { escapeJson } from '../../base/diagnostics/print-escape.js';
import { sortDiagnostics } from '../../base/diagnostics/print.js';
import { exitCodes } from './exit-code.js';
import type { Report } from './report.js';
import type { OutputStream } from './output-stream.js';

/**
 * Writes a report as the JSON object of `--output json`. `version` is the version of its format: fields are added,
 * never changed.
 * @param isOneLine whether it is one line of several
 */
export function printJson(report: Report & { readonly tool?: object }, stdout: OutputStream, isOneLine = false): void {
  const { exitCode, diagnostics, result, texts: _, digest: __, ...rest } = report;
  const object = {
    version: 1,
    ok: exitCode === exitCodes.done,
    exitCode,
    ...rest,
    ...result?.json,
    diagnostics: sortDiagnostics(diagnostics).map(jsonDiagnostic),
  };
  stdout.write(`${escapeJson(JSON.stringify(object, null, isOneLine ? 0 : 2))}\n`);
}
