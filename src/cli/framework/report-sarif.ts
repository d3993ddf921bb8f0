import { isAbsolute, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Log, Run } from 'sarif';
import { allEntries } from '../../base/diagnostics/all-entries.js';
import type { DiagnosticTable } from '../../base/diagnostics/diagnostic.js';
import { isAboutRun } from '../../base/diagnostics/about-run.js';
import { hasErrors } from '../../base/diagnostics/has-errors.js';
import { escapeJson } from '../../base/diagnostics/print-escape.js';
import { type Locate, sarifNotification, sarifResults, sarifRule } from '../../base/diagnostics/print-sarif.js';
import { sortDiagnostics } from '../../base/diagnostics/print.js';
import { slashed } from '../../base/io/slashed.js';
import { toolVersion } from '../../base/io/tool.js';
import { projectFile } from '../../project/paths.js';
import { exitCodes, type ExitCode } from './exit-code.js';
import type { OutputStream } from './output-stream.js';
import type { Report } from './report.js';

/** The location of a project in a git repository, as real paths. */
export interface Checkout {
  readonly project: string;
  /** The root of the repository; the project if there is none. */
  readonly repository: string;
}

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const base = '%SRCROOT%';

/** The exit codes of runs that did what was requested. */
const successful: readonly ExitCode[] = [exitCodes.done, exitCodes.diagnostics, exitCodes.drift];

/** Writes a report as the SARIF log of `--output sarif`: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
export async function printSarif(report: Report, checkout: Checkout, stdout: OutputStream): Promise<void> {
  const log: Log = { $schema: schema, version: '2.1.0', runs: [runOf(report, checkout, await allEntries())] };
  stdout.write(`${escapeJson(JSON.stringify(log, null, 2))}\n`);
}

function runOf({ command, exitCode, diagnostics }: Report, checkout: Checkout, entries: DiagnosticTable): Run {
  const sorted = sortDiagnostics(diagnostics);
  const aboutRun = sorted.filter(({ code }) => isAboutRun(code));
  const aboutProject = sorted.filter(({ code }) => !isAboutRun(code));
  const descriptors = (found: typeof sorted) =>
    [...new Set(found.map(({ code }) => code))].toSorted().map((each) => sarifRule(each, entries));
  const rules = descriptors(aboutProject);
  const locate = locator(checkout);
  return {
    tool: {
      driver: {
        name: 'operator-gen',
        semanticVersion: toolVersion(),
        informationUri: 'https://github.com/operator-gen/operator-gen',
        rules,
        notifications: descriptors(aboutRun),
      },
    },
    // GitHub keeps one analysis for each category, so several projects of a repository do not replace each other.
    automationDetails: { id: ['operator-gen', command, locate('').uri].filter(Boolean).join('/') + '/' },
    invocations: [
      {
        executionSuccessful: successful.includes(exitCode) && !hasErrors(aboutRun),
        exitCode,
        toolExecutionNotifications: aboutRun.map((each) => sarifNotification(each, locate)),
      },
    ],
    originalUriBaseIds: { [base]: { description: { text: 'The root of the git repository.' } } },
    columnKind: 'utf16CodeUnits',
    results: sarifResults(aboutProject, rules, locate, projectFile),
  };
}

/**
 * Returns a function that locates files. GitHub does not resolve base URIs: it expects paths relative to the root of the
 * repository.
 */
function locator({ project, repository }: Checkout): Locate {
  return (file) => {
    const path = relative(repository, join(project, file));
    const isOutside = isAbsolute(path) || /^\.\.(?:[\\/]|$)/.test(path);
    if (isOutside) return { uri: pathToFileURL(join(project, file)).href };
    return { uri: slashed(path).split('/').map(encoded).join('/'), uriBaseId: base };
  };
}

/** Returns a name as a part of a URI. Half of a surrogate pair cannot be encoded. */
function encoded(name: string): string {
  return encodeURIComponent(name.replaceAll(/\p{Cs}/gu, '\ufffd'));
}
