import { indentLines, indentOf, insertChunks, skipDeeper } from './block.js';
import { chunkOf, flowTextOf, valueText } from './element-text.js';
import { insertFlow } from './flow.js';
import { gapOf, type Level } from './level.js';
import type { Match } from './match.js';
import { contentEnd, type Edit, insertion, lineEndOf, lineIndent, withLineEnds } from '../text/text.js';
import { columnOf } from './yaml-source.js';

/**
 * Inserts elements that only `after` has in the same position: next to those of their neighbors that exist, otherwise
 * at the position of others that are inserted, otherwise at the end.
 */
export function insertElements(level: Level, fresh: readonly Match[]): readonly Edit[] {
  const { existing, after, matches } = level;
  const { text, value } = existing;
  const runs = new Map<number, Match[]>();
  const gone = matches.find((each) => each.after === undefined && each.existing !== undefined)?.existing;
  for (const each of fresh) {
    const at = matches.indexOf(each);
    const above = matches.slice(0, at).findLast((other) => other.after && other.existing)?.existing;
    const below = matches.slice(at).find((other) => other.after && other.existing)?.existing;
    const { elements } = value;
    const last = gone ? elements.indexOf(gone) : elements.length - 1;
    const index = above ? elements.indexOf(above) : below ? elements.indexOf(below) - 1 : last;
    runs.set(index, [...(runs.get(index) ?? []), each]);
  }
  if (value.style === 'block') {
    return [...runs].map(([index, run]) =>
      insertChunks(
        existing,
        index,
        run.map((each) => chunkOf(after!, each.after!, gapOf(level, each))),
      ),
    );
  }
  // The next element is inserted in the next pass, when the comma of this one exists.
  const [index, run] = [...runs][0]!;
  const indent = lineIndent(text, value.elements[0]?.start ?? value.start);
  return insertFlow(existing, index, withLineEnds(flowTextOf(after!, run[0]!.after!, indent), lineEndOf(text)));
}

/**
 * Sets the value of a key that has none, such as `patches:` with only comments below it.
 * @returns undefined if there is no such key, but a list item or a document without a value
 */
export function fillNull(level: Level, fresh: readonly Match[]): readonly Edit[] | undefined {
  const { owner, after, existing, steps } = level;
  const step = steps.at(-1);
  if (owner?.element.key === undefined || step === undefined || owner.block.value.style === 'flow') return undefined;
  const eol = lineEndOf(existing.text);
  const at = owner.element.headerEnd;
  const base = indentOf(owner.block);
  if (after!.value.style === 'flow')
    return [insertion(at, withLineEnds(` ${valueText(step.block, step.element, base)}`, eol))];
  const deeper = columnOf(after!.text, after!.value) - columnOf(step.block.text, step.block.value);
  const indent = base + ' '.repeat(Math.max(0, deeper));
  const lines = fresh.flatMap((each) => {
    const chunk = chunkOf(after!, each.after!, gapOf(level, each));
    return indentLines([...chunk.gap, ...chunk.lines], indent);
  });
  const end = skipDeeper(existing.text, skipOldEntries(existing.text, at), indent.length);
  return [insertion(end, eol + lines.join(eol))];
}

/** Returns the end of the line of a key, or of the comments directly below it if one of them looks like an entry. */
function skipOldEntries(text: string, offset: number): number {
  const comments = /^[^\n]*(?:\n[ \t]*#[^\n]*)*/.exec(text.slice(offset))![0];
  return /\n[ \t]*#[ \t]*- /.test(comments) ? contentEnd(text, offset + comments.lastIndexOf('\n') + 1) : offset;
}
