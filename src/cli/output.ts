import { escapeBuildCommands, escapeCommands, escapeControls } from '../diagnostics/print-escape.js';
import type { Context, ProcessContext } from './context.js';
import { settingsOfWords } from './settings.js';
import type { OutputStream } from './output-stream.js';

/**
 * Guards the outputs of a process. Names and texts of a project reach them, so nothing but line ends, tabs and our own
 * colors has an effect on a terminal, and no line is a command to a build server: `##name[...]` never, and `::name::` where
 * GitHub Actions reads along. The other servers cannot be told by their environment alone.
 */
export function guardOutputs({ stdout, stderr, env, argv }: ProcessContext): Pick<Context, 'stdout' | 'stderr'> {
  const isRead = env['GITHUB_ACTIONS'] === 'true' || settingsOfWords(argv).output === 'github';
  return { stdout: guarded(stdout, isRead), stderr: guarded(stderr, isRead) };
}

function guarded(stream: ProcessContext['stdout'], isRead: boolean): OutputStream {
  // A piece of a line must not become a command by what was written before it.
  let isLineStart = true;
  return {
    get isTTY() {
      return stream.isTTY === true;
    },
    get columns() {
      return stream.columns ?? 100;
    },
    write: (text) => {
      const shown = shownText(text);
      const written = withoutCommands(shown, isLineStart, isRead);
      if (text !== '') isLineStart = text.endsWith('\n');
      return stream.write(written);
    },
    command: (text) => stream.write(`${isLineStart ? '' : '\n'}${escapeBuildCommands(escapeControls(text))}\n`),
  };
}

// The colors and weights of `print-style.ts`, and the ends of lines; then everything else.
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
