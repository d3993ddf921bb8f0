import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, getFileInfo, type Options } from 'prettier';
import { makeTemporaryFolder } from '../support/tree.js';
import type { Problem } from './problem.js';
import type { State } from './state.js';
import { otherEdits } from './user.js';

/**
 * Looks at the form of every file that prettier would look at, each text once.
 * @returns how many texts there were
 */
export async function judgeFormat(states: readonly State[], report: (problem: Problem) => void): Promise<number> {
  const [first] = states;
  if (first === undefined) return 0;
  const folder = makeTemporaryFolder();
  try {
    const options = JSON.parse(first.files.get('.prettierrc.json')!) as Options;
    const seen = new Set<string>();
    const lists = new Set<string>();
    for (const { lines, files } of states) {
      if (lines.some((line) => otherEdits.includes(line))) continue;
      const list = files.get('.prettierignore')!;
      const ignorePath = join(folder.path, `ignored-${[...lists.add(list)].indexOf(list)}`);
      writeFileSync(ignorePath, list);
      for (const [path, text] of files) {
        if (seen.has(`${path}\n${text}`)) continue;
        seen.add(`${path}\n${text}`);
        const filepath = join(folder.path, path);
        const { ignored, inferredParser } = await getFileInfo(filepath, { ignorePath });
        if (ignored || inferredParser === null) continue;
        if (!(await check(text, { ...options, filepath }))) report({ lines, what: `prettier would change ${path}` });
      }
    }
    return seen.size;
  } finally {
    folder.remove();
  }
}
