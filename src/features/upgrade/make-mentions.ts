import type { Host } from '../../base/io/host.js';
import { hunksOf } from '../../base/merge/line-merge.js';
import { isMakefile, makeRules, makeTargets } from '../../base/merge/makefile.js';
import { splitLines } from '../../base/text/text.js';
import { Lines } from '../../base/model/lines.js';
import type { Position } from '../../base/model/position.js';
import { readableIn } from '../../project/readable.js';
import { textFiles } from '../../scaffold/change/files/path-mentions.js';

/** Returns the targets that a change removes from a Makefile, and the new names of those that it renames. */
export function goneTargets(before: string, after: string): ReadonlyMap<string, string | undefined> {
  const left = makeTargets(after);
  const gone = new Map<string, string | undefined>();
  for (const target of makeTargets(before)) if (!left.has(target)) gone.set(target, undefined);
  if (gone.size === 0) return gone;
  const [old, wanted] = [splitLines(before), splitLines(after)];
  const known = makeTargets(before);
  for (const { from, to, lines } of hunksOf(old, wanted)) {
    const [target, ...others] = [...makeTargets(old.slice(from, to).join('\n'))].filter((each) => gone.has(each));
    const [added, ...more] = [...makeTargets(lines.join('\n'))].filter((each) => !known.has(each));
    if (target !== undefined && others.length + more.length === 0) gone.set(target, added);
  }
  return gone;
}

/** A place that uses a target of the Makefile. */
export interface TargetMention {
  readonly target: string;
  readonly position: Position;
}

/** Returns the places that use targets: as prerequisites in Makefiles, and in calls of make. */
export function targetMentions(host: Host, root: string, targets: ReadonlySet<string>): readonly TargetMention[] {
  if (targets.size === 0) return [];
  return [...textFiles(host, root)].flatMap((file) => {
    const text = readableIn(host, root)(file);
    if (text === undefined || ![...targets].some((target) => text.includes(target))) return [];
    const lines = new Lines(text);
    const found = [...calledTargets(text), ...(isMakefile(file) ? prerequisitesIn(text) : [])];
    return found
      .filter(({ word }) => targets.has(word))
      .toSorted((one, other) => one.start - other.start)
      .map(({ word, start }) => ({
        target: word,
        position: { file, ...lines.positionOf(start), length: word.length },
      }));
  });
}

interface Word {
  readonly word: string;
  readonly start: number;
}

/** Returns the arguments of calls such as `make fmt lint` or `spawn('make', ['lint'])`. */
function calledTargets(text: string): readonly Word[] {
  const calls = text.matchAll(/(?<![\w./-])(?:make|\$[({]MAKE[)}])(?=['"\s,])(?<words>[^\n;&|#]*)/g);
  return [...calls].flatMap(({ 0: call, index, groups }) =>
    wordsIn(groups!['words']!, index + call.length - groups!['words']!.length),
  );
}

function prerequisitesIn(text: string): readonly Word[] {
  return makeRules(text).flatMap(({ prerequisites, prerequisitesStart }) => wordsIn(prerequisites, prerequisitesStart));
}

function wordsIn(text: string, start: number): readonly Word[] {
  return [...text.matchAll(/[\w./%-]+/g)].map(({ 0: word, index }) => ({ word, start: start + index }));
}
