import { escapeBuildCommands, escapeCommands, escapeControls } from '../../base/diagnostics/print-escape.js';
import type { Context, ProcessContext } from './context.js';
import { settingsOfWords } from './settings.js';
import type { OutputStream } from './output-stream.js';

/**
 * Returns guarded outputs of a process. They can contain names and texts of a project, so only line endings, tabs and
 * our own colors can affect a terminal, and no line is a command for a build server: never `##name[...]`, and not
 * `::name::` where GitHub Actions reads the output. The environment alone does not identify the other build servers.
 */
export function guardOutputs({ stdout, stderr, env, argv }: ProcessContext): Pick<Context, 'stdout' | 'stderr'> {
  const isRead = env['GITHUB_ACTIONS'] === 'true' || settingsOfWords(argv).output === 'github';
  // Both can be the same terminal, so each erases the transient line.
  let isShown = false;
  const erase = (): void => {
    if (isShown) stderr.write(eraseLine);
    isShown = false;
  };
  const transient = (line: string): void => {
    if (stderr.isTTY !== true) return;
    erase();
    isShown = line !== '';
    // A line that wraps could not be erased.
    if (isShown) stderr.write(escapeControls(line.trimEnd()).slice(0, (stderr.columns ?? 80) - 1));
  };
  return {
    stdout: guarded(stdout, isRead, erase),
    stderr: Object.assign(guarded(stderr, isRead, erase), { transient }),
  };
}

const eraseLine = '\r\u001b[K';

/** @param before called before anything is written */
function guarded(stream: ProcessContext['stdout'], isRead: boolean, before: () => void): OutputStream {
  // Part of a line must not become a command because of the text before it.
  let isLineStart = true;
  return {
    get isTTY() {
      return stream.isTTY === true;
    },
    get columns() {
      return stream.columns ?? 100;
    },
    write: (text) => {
      before();
      const shown = shownText(text);
      const written = withoutCommands(shown, isLineStart, isRead);
      if (text !== '') isLineStart = text.endsWith('\n');
      return stream.write(written);
    },
    command: (text) => {
      before();
      return stream.write(`${isLineStart ? '' : '\n'}${escapeBuildCommands(escapeControls(text))}\n`);
    },
  };
}

// The colors and weights of `print-style.ts`, and line endings; then everything else.
// oxlint-disable-next-line no-control-regex
const harmless = /(\x1b\[(?:1|2|22|31|32|33|36|39)m|\r?\n|\t)/;

function shownText(text: string): string {
  return text
    .split(harmless)
    .map((part, index) => (index % 2 === 1 ? part : escapeControls(part)))
    .join('');
}

function withoutCommands(text: string, isLineStart: boolean, isRead: boolean): string {
  return text
    .split('\n')
    .map((line, index) => {
      if (index === 0 && !isLineStart) return line.replaceAll('##', '#\\u0023');
      return isRead ? escapeCommands(line) : escapeBuildCommands(line);
    })
    .join('\n');
}
