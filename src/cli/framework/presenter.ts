import { isAbsolute, join, relative } from 'node:path';
import { printAnnotation } from '../../base/diagnostics/print-github.js';
import { escapeControls, escapeLines } from '../../base/diagnostics/print-escape.js';
import { styleFor } from '../../base/diagnostics/print-style.js';
import { printDiagnostics, sortDiagnostics } from '../../base/diagnostics/print.js';
import type { Host } from '../../base/io/host.js';
import { ownFolder } from '../../output/plan/leftovers.js';
import type { Result } from '../../output/operation/outcome.js';
import type { Context } from './context.js';
import { isLong, summarized } from './file-summary.js';
import { colorPatch } from './patch.js';
import type { Report, ReportedFile } from './report.js';
import type { Checkout } from './report-sarif.js';
import { printJson } from './report-json.js';
import type { Settings } from './settings.js';

/** Writes the output of a command in one of the output formats. */
export interface Presenter {
  /** Writes a line of narration. */
  note(text: string): void;
  /** Writes files with a word that describes the change; on a terminal, a long list is summarized. */
  files(files: readonly ReportedFile[], word: (file: ReportedFile) => string): void;
  /** Writes problems, the summary and the next steps. */
  end(report: Report): Promise<void>;
}

/** The folder that a command works on. */
interface Folder {
  /** The folder that positions are relative to. */
  readonly root: string;
  /** Reads the sources for code frames. */
  readonly host: Pick<Host, 'read'>;
  /** The user's folder, which differs from the command's with `--cwd`; by default that of the command. */
  readonly home?: string;
  /** Returns the folders for a SARIF log. */
  readonly checkout: () => Checkout;
  /** Whether the command runs until its user ends it: its JSON is then one object in each line. */
  readonly isLive?: boolean | undefined;
}

/** The outputs of a command, and the folder that file names are relative to. */
type Place = Pick<Context, 'stdout' | 'stderr' | 'env' | 'cwd'>;

/** Returns the presenter for the settings. */
export function presenterFor(context: Place, settings: Settings, folder: Folder): Presenter {
  if (settings.output === 'json') return jsonPresenter(context, settings, folder);
  if (settings.output === 'sarif') return sarifPresenter(context, folder);
  return textPresenter(context, settings, folder);
}

function jsonPresenter({ stdout }: Place, { verbose }: Settings, { isLive }: Folder): Presenter {
  return {
    note: () => {},
    files: () => {},
    async end({ stack, ...report }) {
      printJson({ ...report, ...(verbose && stack !== undefined ? { stack } : {}) }, stdout, isLive);
    },
  };
}

function sarifPresenter({ stdout }: Place, { checkout }: Folder): Presenter {
  return {
    note: () => {},
    files: () => {},
    async end(report) {
      // This loads the catalogue.
      const { printSarif } = await import('./report-sarif.js');
      await printSarif(report, checkout(), stdout);
    },
  };
}

function textPresenter(context: Place, settings: Settings, { root, host, home }: Folder): Presenter {
  const { stdout, stderr, env, cwd } = context;
  const style = styleFor(stderr, env, settings.color);
  const resultStyle = styleFor(stdout, env, settings.color);
  const from = (folder: string) => (file: string) => relative(folder, join(root, file)).replaceAll('\\', '/');
  const note = (text: string) => {
    if (!settings.quiet) stderr.write(`${escapeLines(text)}\n`);
  };

  function problems({ diagnostics: all, texts, counts, digest }: Report): void {
    const isShort = digest !== undefined && !settings.verbose && !settings.quiet && settings.output === 'text';
    const hidden = isShort ? ['warning', 'note'] : settings.quiet ? ['note'] : [];
    const diagnostics = all.filter(({ severity }) => !hidden.includes(severity));
    if (isShort) note(digest.join('\n'));
    if (settings.output === 'github') {
      // Files in annotations are relative to the root of the checkout, even if the command runs in a subfolder.
      const place = from(env['GITHUB_WORKSPACE'] ?? cwd);
      for (const each of sortDiagnostics(diagnostics)) stdout.command?.(printAnnotation(each, place));
      return;
    }
    const source = (file: string) => texts?.get(file) ?? readable(host, root, file);
    stderr.write(
      printDiagnostics(diagnostics, {
        style,
        source,
        place: from(cwd),
        counts: settings.quiet || counts === undefined,
      }),
    );
  }

  return {
    note,
    files(files, word) {
      if (stdout.isTTY === true && !settings.verbose && !settings.dryRun && isLong(files)) {
        for (const line of summarized(files, word, from(cwd))) stdout.write(`${escapeControls(line)}\n`);
        note('To list the files, add --verbose.');
        return;
      }
      for (const file of files) {
        const size = file.copyOf === undefined ? `${file.bytes} bytes` : `copy of ${file.copyOf}`;
        const place = from(cwd);
        const origin = file.movedFrom === undefined ? '' : `, moved from ${place(file.movedFrom)}`;
        stdout.write(`${word(file)} ${escapeControls(place(file.path))} (${escapeControls(size + origin)})\n`);
        if (file.patch !== undefined) stdout.write(colorPatch(escapeLines(file.patch), resultStyle));
      }
    },
    async end(report) {
      problems(report);
      if (report.result !== undefined) stdout.write(escapeLines(textOf(report.result, settings)));
      if (report.stack !== undefined && settings.verbose) stderr.write(`${escapeLines(report.stack)}\n`);
      if (report.summary !== undefined) note(report.summary);
      // The paths in these steps are relative to the project.
      const steps = from(home ?? cwd)('');
      const title = steps === '' ? 'Next:' : `Next, in ${steps}:`;
      if (report.next.length > 0) note(['', title, ...report.next.map((each) => `  ${each}`)].join('\n'));
    },
  };
}

function textOf({ text, yaml = text }: Result, { output }: Settings): string {
  return output === 'yaml' ? yaml : text;
}

/**
 * Returns the text of a source, or undefined, because a problem must be shown even if its source cannot be. Files
 * outside of the project and hidden files are never shown, because they contain settings and credentials of other
 * tools.
 */
function readable(host: Pick<Host, 'read'>, root: string, file: string): string | undefined {
  const isHidden = (part: string) => (part.startsWith('.') && part !== ownFolder) || part === 'node_modules';
  if (isAbsolute(file) || file.split(/[\\/]/).some(isHidden)) return undefined;
  try {
    return host.read(join(root, file));
  } catch {
    return undefined;
  }
}
