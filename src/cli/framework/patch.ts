import type { Style } from '../../base/diagnostics/print-style.js';
import { isBinary } from '../../base/text/text.js';
import type { PlannedFile } from '../../output/plan/plan.js';

/** Returns the change of a file as a unified patch for `git apply`. Empty if nothing changes. */
export async function patchOf({ path, before, after, movedFrom = path }: PlannedFile): Promise<string> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import('diff');
  const names = `${gitName(`a/${movedFrom}`)} ${gitName(`b/${path}`)}`;
  const move = `diff --git ${names}\nrename from ${gitName(movedFrom)}\nrename to ${gitName(path)}\n`;
  if (before === after) return movedFrom === path ? '' : move;
  const header = movedFrom === path ? '' : move;
  const sides = [
    before === undefined ? '/dev/null' : gitName(`a/${movedFrom}`),
    after === undefined ? '/dev/null' : gitName(`b/${path}`),
  ];
  if ([before, after].some((text) => text !== undefined && isBinary(text)))
    return `${header || `diff --git ${names}\n`}Binary files ${sides.join(' and ')} differ\n`;
  const patch = createTwoFilesPatch(
    before === undefined ? '/dev/null' : `a/${movedFrom}`,
    after === undefined ? '/dev/null' : `b/${path}`,
    before ?? '',
    after ?? '',
    undefined,
    undefined,
    { context: 3, headerOptions: FILE_HEADERS_ONLY, maxEditLength: mostEdits },
  );
  return header + (patch ?? wholePatch(path, movedFrom, before, after));
}

// Comparing takes quadratic time, so if more lines differ, the whole text is shown.
const mostEdits = 4000;

/** Returns a patch that replaces a whole file. */
function wholePatch(path: string, movedFrom: string, before = '', after = ''): string {
  const [old, fresh] = [before, after].map((text) => text.split(/(?<=\n)/));
  const marked = (sign: string, lines: readonly string[]): string =>
    lines.map((line) => `${sign}${line}${line.endsWith('\n') ? '' : '\n\\ No newline at end of file\n'}`).join('');
  const names = `--- ${gitName(`a/${movedFrom}`)}\n+++ ${gitName(`b/${path}`)}\n`;
  return `${names}@@ -1,${old!.length} +1,${fresh!.length} @@\n${marked('-', old!)}${marked('+', fresh!)}`;
}

/** Returns a name as git prints it: quoted if it contains a quote, a backslash or a control character. */
function gitName(name: string): string {
  const special = /["\\\p{Cc}]/gu;
  if (name.search(special) < 0) return name;
  const octal = (character: string): string => character.charCodeAt(0).toString(8).padStart(3, '0');
  return `"${name.replace(special, (each) => (/["\\]/.test(each) ? `\\${each}` : `\\${octal(each)}`))}"`;
}

/** Returns the first line that a patch changes, in the file before the change and counted from 1. */
export function firstChangedLine(patch: string): number {
  const lines = patch.split('\n');
  const hunk = lines.findIndex((line) => line.startsWith('@@'));
  const start = Number(/^@@ -(\d+)/.exec(lines[hunk] ?? '')?.[1] ?? 1);
  const offset = lines.slice(hunk + 1).findIndex((line) => line.startsWith('-') || line.startsWith('+'));
  return Math.max(1, start + Math.max(0, offset));
}

/** Colors a patch: removed lines in red and added lines in green. */
export function colorPatch(patch: string, style: Style): string {
  return patch
    .split('\n')
    .map((line) => {
      if (line.startsWith('+++') || line.startsWith('---')) return style('bold', line);
      if (line.startsWith('@@')) return style('cyan', line);
      if (line.startsWith('+')) return style('green', line);
      return line.startsWith('-') ? style('red', line) : line;
    })
    .join('\n');
}
