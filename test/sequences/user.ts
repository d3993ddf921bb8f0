import { stateFile } from '../../src/plan/leftovers.js';
import { parseState } from '../../src/plan/state.js';
import type { Files } from '../support/memory-disk.js';

/** A user writes into every file that is not generated; what was written there before stays. */
export const userEdits =
  '# a user writes comments into YAML and PROJECT, and code into src/main.ts and the controllers';

/** Lines that begin so are not commands. */
export function isUserEdit(line: string): boolean {
  return line.startsWith('#');
}

const mark = "The user's";

export function edit(files: Files): Files {
  const state = parseState(files.get(stateFile));
  const isGenerated = (path: string): boolean => ['generated', 'sample'].includes(state.get(path)?.ownership ?? '');
  return new Map(
    [...files].map(([path, text]) => [path, isGenerated(path) || text.includes(mark) ? text : edited(path, text)]),
  );
}

/** How many lines of a user there are. No command takes one away, unless it is told to. */
export function userLines(files: Files): number {
  return [...files.values()].reduce((total, text) => total + text.split(mark).length - 1, 0);
}

function edited(path: string, text: string): string {
  if (path === 'PROJECT' || (path.startsWith('config/') && path.endsWith('.yaml'))) return commented(text);
  if (path === 'src/main.ts' || path.endsWith('.controller.ts')) {
    return `${text}\n/** ${mark} own function. */\nexport function ownFunction(): string {\n  return 'kept';\n}\n`;
  }
  return text;
}

/** A comment at the top, behind the first line that has none, and at the end. */
function commented(text: string): string {
  const lines = text.trimEnd().split('\n');
  const index = lines.findIndex((line) => /^\w+: \S/.test(line) && !line.includes('#'));
  if (index >= 0) lines[index] = `${lines[index]} # ${mark} words`;
  return [`# ${mark} first words`, ...lines, `# ${mark} last words`, ''].join('\n');
}
