import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** A block of a page of the tutorial, as an action or a comparison. */
export type Step =
  | { readonly does: 'run'; readonly commands: readonly string[] }
  /** The output of the commands before it. */
  | { readonly does: 'compare'; readonly text: string }
  | { readonly does: 'write' | 'edit' | 'show'; readonly path: string; readonly text: string };

/** A page of docs/tutorial. */
export interface TutorialPage {
  /** The name of the file: `03-controller.md`. */
  readonly name: string;
  readonly text: string;
  readonly steps: readonly Step[];
}

const folder = resolve(import.meta.dirname, '../../docs/tutorial');

/** All pages in order: the README first, because the others have numbers. */
export const tutorialPages: readonly TutorialPage[] = readdirSync(folder)
  .toSorted((one, other) => (one === 'README.md' ? -1 : other === 'README.md' ? 1 : one.localeCompare(other)))
  .map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return { name, text, steps: stepsOf(name, text) };
  });

function stepsOf(name: string, text: string): readonly Step[] {
  return [...text.matchAll(/^```(.*)\n([^]*?)^```$/gm)].map(([, info = '', block = '']) => {
    const step = stepOf(info, block);
    if (step === undefined) throw new Error(`${name}: nobody knows what to do with a block of "${info}":\n${block}`);
    return step;
  });
}

/** A first line such as `// src/main.ts` names the file of a block. */
function stepOf(info: string, block: string): Step | undefined {
  if (info === 'sh') return { does: 'run', commands: commandsOf(block) };
  if (info === 'text') return { does: 'compare', text: block };
  const [, path, text = ''] = /^(?:\/\/|#) (\S+)\n([^]*)$/.exec(block) ?? [];
  if (path === undefined) return undefined;
  if (info === 'diff') return { does: 'edit', path, text };
  if (/^(ts|yaml) generated$/.test(info)) return { does: 'show', path, text };
  return /^(ts|yaml)$/.test(info) ? { does: 'write', path, text } : undefined;
}

/** Returns the lines of a block except comments; a backslash continues a line. */
function commandsOf(block: string): readonly string[] {
  return block
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** Writes a file of the project. */
export function writeFile(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/**
 * Edits a file according to a diff without line numbers: at the place of the lines and their context, lines that begin
 * with `-` are replaced with those that begin with `+`. A line `@@` begins another place.
 * @throws Error if the lines occur nowhere in the file, or in several places
 */
export function editFile(root: string, path: string, diff: string): void {
  const at = join(root, path);
  const edited = diff.split(/^@@\n/m).reduce(
    (text, hunk) => {
      const lines = hunk.replace(/\n$/, '').split('\n');
      const side = (mark: string): string =>
        lines
          .filter((line) => !line.startsWith(mark))
          .map((line) => `${line.slice(1)}\n`)
          .join('');
      const [before, after] = [side('+'), side('-')];
      const found = `\n${text}`.split(`\n${before}`);
      if (found.length !== 2)
        throw new Error(`${path} has ${found.length - 1} places for this edit:\n${hunk}\n\n${text}`);
      return found.join(`\n${after}`).slice(1);
    },
    readFileSync(at, 'utf8'),
  );
  writeFileSync(at, edited);
}

/** Matches printed output: `...` represents any text within a line or, alone on a line, any lines. */
export function outputPattern(text: string): RegExp {
  const lines = text.trimEnd().split('\n');
  const patterns = lines.map((line) =>
    line.trim() === '...'
      ? '(?:.*\\n)*'
      : `${line
          .trimEnd()
          .split(/\.{3} */)
          .map(escaped)
          .join('.*')}[ \\t]*\\n`,
  );
  return new RegExp(`^${patterns.join('')}$`);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
