import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Host } from '../../../base/io/host.js';
import { overlay } from '../../../base/io/overlay.js';
import { layoutOf, type Layout } from '../../../project/layout/layout.js';
import { Lines } from '../../../base/model/lines.js';
import { variableOf } from '../../../project/naming.js';
import { pluralOf } from '../../../project/plural.js';
import { apiGroupOf, type Project, type ProjectResource } from '../../../project/project.js';
import { renamed, type Renaming } from '../../../project/renaming.js';
import type { Plan } from '../../../output/plan/plan.js';
import { mentionsIn, textMentions } from '../../refactor/code/text-mentions.js';
import { projectTexts } from './project-texts.js';

/**
 * Returns the files that still mention old names after a plan is applied, with the lines: comments, strings, and names
 * that only contain them.
 */
export function leftMentions(
  host: Host,
  root: string,
  { files }: Plan,
  project: Project,
  renaming: Renaming,
): readonly Diagnostic[] {
  const words = wordsOf(project, renaming);
  if (words.size === 0) return [];
  const generated = new Set(files.filter(({ ownership }) => ownership === 'generated').map(({ path }) => path));
  const then = overlay(host, new Map(files.map(({ path, after }) => [posix.join(root, path), after])));
  const linesOf = linesByFile(then, root);
  const texts = [...projectTexts(then, root)].flatMap((path) =>
    mentionsIn(then.read(posix.join(root, path)) ?? '', [...words.keys()]).map(({ at, word }) => ({
      word,
      position: { file: path, ...linesOf(path).positionOf(at), length: word.length },
    })),
  );
  // A bundle has the names of its version; the command `bundle` creates the next one.
  const hasBundle = then.kind(posix.join(root, 'bundle/metadata/annotations.yaml')) === 'file';
  const isInBundle = (path: string): boolean => hasBundle && path.startsWith('bundle/');
  // Intended uses: new names that contain the old ones, and the project.
  const intended = [...words.values(), project.projectName];
  const scaffolded = scaffoldedLines(project, renaming);
  const left = [...textMentions(then, root, [...words.keys()]), ...texts].filter(({ position, word }) => {
    const line = linesOf(position.file).at(position.line) ?? '';
    return (
      !generated.has(position.file) &&
      !isInBundle(position.file) &&
      !scaffolded(position.file).has(line.trim()) &&
      !isWithin(line, position.column - 1, word, intended)
    );
  });
  const byFile = new Map<string, (typeof left)[number][]>();
  for (const each of left) {
    const key = `${each.position.file} ${each.word}`;
    const same = byFile.get(key) ?? [];
    same.push(each);
    byFile.set(key, same);
  }
  return [...byFile.values()].map(([first, ...others]) => {
    const { position, word } = first!;
    const lines = new Set(others.map((each) => each.position.line).filter((line) => line !== position.line));
    return diagnostic('stale-name', { word, newWord: words.get(word)!, also: alsoOn([...lines]) }, position);
  });
}

/** Returns a function that returns the lines of a file as it is scaffolded under the new names: examples can have any name. */
function scaffoldedLines(project: Project, renaming: Renaming): (path: string) => ReadonlySet<string> {
  let layout: Layout | undefined;
  const known = new Map<string, ReadonlySet<string>>();
  return (path) => {
    layout ??= layoutOf({ ...project, resources: project.resources.map((each) => renamed(renaming, each) ?? each) });
    const lines =
      known.get(path) ??
      new Set(
        layout
          .get(path)
          ?.content.split('\n')
          .map((line) => line.trim()),
      );
    known.set(path, lines);
    return lines;
  };
}

/** Maximum number of further lines that a message names. */
const mostLines = 5;

function alsoOn(lines: readonly number[]): string {
  if (lines.length === 0) return '';
  const more = lines.length > mostLines ? ` and ${lines.length - mostLines} more` : '';
  return ` and on ${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, mostLines).join(', ')}${more}`;
}

/** Returns the new words by the old ones, for words that differ and that do not also refer to something unchanged. */
function wordsOf({ resources }: Project, renaming: Renaming): ReadonlyMap<string, string> {
  const isWhole = resources.every(
    (each) => renamed(renaming, each) !== undefined || !renaming.some(([old]) => isOfGroup(each)(old)),
  );
  const pairs = renaming.flatMap(([old, fresh]) => {
    const after = namesOf(fresh);
    const names = namesOf(old).map((word, index) => [word, after[index]!] as const);
    // A kind without its own group belongs to the domain, which is used in other places too.
    return isWhole && old.group !== undefined ? [...names, [apiGroupOf(old), apiGroupOf(fresh)] as const] : names;
  });
  const valid = new Set(pairs.map(([, newWord]) => newWord));
  return new Map(pairs.filter(([word]) => !valid.has(word)));
}

function isOfGroup(resource: ProjectResource): (other: ProjectResource) => boolean {
  return (other) => apiGroupOf(other) === apiGroupOf(resource);
}

function namesOf({ kind, plural = pluralOf(kind) }: ProjectResource): readonly string[] {
  return [kind, variableOf(kind), kind.toLowerCase(), plural];
}

function isWithin(line: string, at: number, word: string, names: readonly string[]): boolean {
  return names.some((name) =>
    [...name.matchAll(new RegExp(word.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&'), 'g'))].some(
      ({ index }) => at >= index && line.startsWith(name, at - index),
    ),
  );
}

/** Returns a function that splits each file into lines once, however many mentions it has. */
function linesByFile(host: Host, root: string): (file: string) => Lines {
  const known = new Map<string, Lines>();
  return (file) => {
    const lines = known.get(file) ?? new Lines(host.read(posix.join(root, file)) ?? '');
    known.set(file, lines);
    return lines;
  };
}
