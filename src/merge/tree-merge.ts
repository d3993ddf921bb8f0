import {
  type Block,
  childOf,
  extentEnd,
  foreignLines,
  indentLines,
  indentOf,
  insertChunks,
  ownGap,
  removeElement,
  sharesLine,
  skipDeeper,
} from './block.js';
import { additions, elementLines, headerLines, type Step } from './by-hand.js';
import { chunkOf, flowTextOf, sameSource, valueText } from './element-text.js';
import { insertFlow, removeFlow } from './flow.js';
import { type Match, matchElements } from './match.js';
import type { MergeProblem } from './merged.js';
import { type Edit, insertion, lineEndOf, lineIndent, placeOf } from './text.js';
import { adds, labelOf, same } from './values.js';
import { columnOf, type Element } from './yaml-source.js';

/** The same collection in the three texts. */
interface Level {
  readonly existing: Block;
  /** Whose value it is, and the collection which that is in; absent at the top of a document. */
  readonly owner?: Step;
  readonly before: Block | undefined;
  readonly after: Block | undefined;
  readonly where: string;
  /** From the top to this collection in `after`, or in `before` where `after` has none. */
  readonly steps: readonly Step[];
}

export interface TreeMerge {
  readonly edits: Edit[];
  readonly problems: MergeProblem[];
}

/** Finds what has to be changed in a collection, so that it follows the change from `before` to `after`. */
export function mergeCollection(level: Level, { edits, problems }: TreeMerge): void {
  const { existing, before, after, steps, where } = level;
  const { text, value } = existing;
  const eol = lineEndOf(text);
  const matches = matchElements(value, before?.value, after?.value);
  const fresh = matches.filter((each) => each.after && !each.before && !each.existing && each.ambiguous !== true);
  const gone: Match[] = [];
  for (const each of matches) visit(each);
  if (fresh.length > 0) insert();
  else if (gone.length > 0) remove();

  function visit(match: Match): void {
    const { before: old, after: wanted, existing: element } = match;
    if (old && wanted && same(old.value.js, wanted.value.js)) return;
    if (match.ambiguous === true) return refuse(match, 'has more than one that this may be');
    if (element === undefined) {
      if (old && wanted && adds(old.value.js, wanted.value.js)) refuse(match, `does not have ${nameOf(match)}`);
      return;
    }
    if (wanted === undefined) return leave(match, old!, element);
    if (same(element.value.js, wanted.value.js)) return;
    if (old && before && after && sameSource(existing, element, before, old)) return replaceElement(element, wanted);
    const hasCollection =
      isCollection(wanted) || (old !== undefined && isCollection(old) && wanted.value.kind === 'null');
    if (hasCollection && isCompatible(old, wanted) && isCompatible(element, isCollection(wanted) ? wanted : old!))
      return descend(match, element);
    if (old && same(element.value.js, old.value.js)) return replaceValue(element, wanted);
    refuse(match, old ? `has been changed at ${nameOf(match)}` : `has something else at ${nameOf(match)}`);
  }

  function leave(match: Match, old: Element, element: Element): void {
    if (same(element.value.js, old.value.js)) gone.push(match);
    else if (element.key === undefined || !isCollection(old)) refuse(match, `has been changed at ${nameOf(match)}`);
    else if (element.value.kind === old.value.kind) {
      if (adds(old.value.js, element.value.js)) descend(match, element);
      else gone.push(match);
    } else if (element.value.kind !== 'null') refuse(match, `has been changed at ${nameOf(match)}`);
  }

  function descend(match: Match, element: Element): void {
    const { before: old, after: wanted } = match;
    const [block, target] = wanted ? [after!, wanted] : [before!, old!];
    mergeCollection(
      {
        existing: childOf(existing, element),
        owner: { block: existing, element },
        before: before && old && childOf(before, old),
        after: after && wanted && childOf(after, wanted),
        where: pathTo(match),
        steps: [...steps, { block, element: target }],
      },
      { edits, problems },
    );
  }

  function insert(): void {
    if (value.kind === 'null') return fillNull();
    const elements = value.elements;
    const inOrder = matches.filter((each) => each.after !== undefined);
    const byPlace = new Map<number, Match[]>();
    for (const each of fresh) {
      const at = inOrder.indexOf(each);
      const previous = inOrder.slice(0, at).findLast(({ existing: found }) => found !== undefined)?.existing;
      const next = inOrder.slice(at).find(({ existing: found }) => found !== undefined)?.existing;
      const last = elements.length - 1;
      const index = previous ? elements.indexOf(previous) : next ? elements.indexOf(next) - 1 : last;
      byPlace.set(index, [...(byPlace.get(index) ?? []), each]);
    }
    for (const [index, run] of byPlace) {
      if (value.style === 'block') {
        const chunks = run.map((each) => chunkOf(after!, each.after!, gapOf(each)));
        edits.push(insertChunks(existing, index, chunks));
      } else {
        // The commas between several are found again in the next pass.
        const wanted = run[0]!.after!;
        edits.push(
          ...insertFlow(
            existing,
            index,
            inLines(flowTextOf(after!, wanted, lineIndent(text, value.elements[0]?.start ?? value.start))),
          ),
        );
        return;
      }
    }
  }

  /** The key is there, and nothing behind it: `patches:` with its entries commented out. */
  function fillNull(): void {
    const { owner } = level;
    if (owner === undefined || owner.block.value.style === 'flow' || owner.element.key === undefined) {
      for (const each of fresh) refuse(each, 'has nothing there');
      return;
    }
    const at = owner.element.headerEnd;
    if (after!.value.style === 'flow') {
      edits.push(insertion(at, inLines(` ${valueText(parentOf(), steps.at(-1)!.element, indentOf(owner.block))}`)));
      return;
    }
    const deeper = Math.max(0, columnOf(after!.text, after!.value) - columnOf(parentOf().text, parentOf().value));
    const indent = indentOf(owner.block) + ' '.repeat(deeper);
    const lines = fresh.flatMap((each) => {
      const chunk = chunkOf(after!, each.after!, gapOf(each));
      return indentLines([...chunk.gap, ...chunk.lines], indent);
    });
    edits.push(insertion(skipDeeper(text, at, indent.length), eol + lines.join(eol)));
  }

  function parentOf(): Block {
    return steps.at(-1)!.block;
  }

  function remove(): void {
    const { owner } = level;
    const isEmptied = gone.length === value.elements.length && owner !== undefined;
    if (value.style === 'flow') {
      edits.push(...removeFlow(existing, value.elements.indexOf(gone[0]!.existing!)));
      return;
    }
    const [first] = value.elements;
    const empty = after !== undefined && after.value.kind !== 'null' ? (value.kind === 'seq' ? '[]' : '{}') : '';
    if (isEmptied && sharesLine(existing, first!)) {
      edits.push({ start: first!.start, end: extentEnd(existing, value.elements.at(-1)!), text: empty || '{}' });
      return;
    }
    if (isEmptied && empty !== '') edits.push(insertion(owner.element.headerEnd, ` ${empty}`));
    for (const each of gone) removeWhole(each);
  }

  function removeWhole(match: Match): void {
    const element = match.existing!;
    const index = value.elements.indexOf(element);
    const child = childOf(existing, element);
    const kept = match.before && before ? foreignLines(child, childOf(before, match.before)) : [];
    if (kept.length === 0 || sharesLine(existing, element)) {
      edits.push(removeElement(existing, index, gapOf(match)));
    } else if (existing.isRoot && child.value.kind === 'seq') {
      // What a user wrote there stays, and so does the key that it stands under.
      const inner: TreeMerge = { edits, problems };
      const nothing = {
        ...childOf(before!, match.before!),
        value: { ...match.before!.value, kind: 'null', elements: [] },
      } as const;
      mergeCollection(
        {
          existing: child,
          owner: { block: existing, element },
          before: childOf(before!, match.before!),
          after: nothing,
          where: pathTo(match),
          steps: [...steps, { block: before!, element: match.before! }],
        },
        inner,
      );
    } else {
      const cut = removeElement(existing, index, gapOf(match));
      edits.push({ ...cut, text: cut.text + eol + kept.join(eol) });
    }
  }

  function replaceElement(element: Element, wanted: Element): void {
    if (value.style === 'flow') {
      edits.push({
        start: element.start,
        end: element.end,
        text: inLines(flowTextOf(after!, wanted, lineIndent(text, element.start))),
      });
      return;
    }
    const [head, ...others] = chunkOf(after!, wanted, []).lines;
    const lines = [head!, ...indentLines(others, indentOf(existing))];
    edits.push({ start: element.start, end: extentEnd(existing, element), text: lines.join(eol) });
  }

  /** Only the value goes; the anchor before it and the comment behind it stay. */
  function replaceValue(element: Element, wanted: Element): void {
    const { start, end, kind } = element.value;
    const from = kind === 'null' ? element.headerEnd : start;
    const isBlock = element.value.style === 'block' && element.value.elements.length > 0;
    const written = quotedLike(text.slice(start, end), wanted);
    if (wanted.value.kind === 'null') {
      edits.push({ start: element.headerEnd, end: isBlock ? extentEnd(existing, element) : end, text: '' });
    } else if (isBlock || (wanted.value.style === 'block' && wanted.value.elements.length > 0)) {
      const block = chunkOf(after!, wanted, [])
        .lines.join('\n')
        .slice(wanted.headerEnd - wanted.start);
      const [head, ...others] = block.split('\n');
      const lines = [head!, ...indentLines(others, indentOf(existing))];
      edits.push({ start: element.headerEnd, end: extentEnd(existing, element), text: lines.join(eol) });
    } else {
      const indent = value.style === 'flow' ? lineIndent(text, element.start) : indentOf(existing);
      const plain = written ?? valueText(after!, wanted, indent);
      edits.push({ start: from, end, text: (kind === 'null' ? ' ' : '') + inLines(plain) });
    }
  }

  function gapOf(match: Match): readonly string[] {
    const [block, other, side] = match.after
      ? ([after!, before, 'after'] as const)
      : ([before!, after, 'before'] as const);
    const counterparts = new Map(matches.map((each) => [each[side], side === 'after' ? each.before : each.after]));
    return ownGap(block, block.value.elements.indexOf(match[side]!), other, (each) => counterparts.get(each));
  }

  function refuse(match: Match, reason: string): void {
    problems.push(problemOf(match, reason));
  }

  function problemOf(match: Match, reason: string): MergeProblem {
    const { before: old, after: wanted, existing: element } = match;
    const place = element ?? level.owner?.element;
    const at = { ...(place && placeOf(text, place.start)), where: pathTo(match), reason };
    const headers = headerLines(steps);
    if (wanted === undefined) {
      const lines = element ? elementLines(existing, element, []) : elementLines(before!, old!, []);
      return { kind: 'remove', ...at, lines };
    }
    if (old && before && isCollection(wanted) && old.value.kind === wanted.value.kind) {
      const inner = additions(childOf(before, old), childOf(after!, wanted));
      if (inner.length > 0)
        return {
          kind: 'add',
          ...at,
          lines: [...headers, ...headerLines([{ block: after!, element: wanted }]), ...inner],
        };
    }
    const lines = elementLines(after!, wanted, old ? [] : gapOf(match));
    return { kind: old ? 'replace' : 'add', ...at, lines: [...headers, ...lines] };
  }

  function pathTo(match: Match): string {
    const name = nameOf(match);
    if ((match.after ?? match.before)!.key === undefined) return `${where}[${name}]`;
    return where === '' ? name : `${where}.${name}`;
  }

  function nameOf({ after: wanted, before: old }: Match): string {
    const element = (wanted ?? old)!;
    const elements = (wanted ? after : before)!.value.elements;
    return element.key ?? labelOf(element.value.js, elements.indexOf(element));
  }

  function inLines(written: string): string {
    return written.replaceAll('\n', eol);
  }
}

function isCollection({ value }: Element): boolean {
  return value.kind === 'map' || value.kind === 'seq';
}

/** Whether both are of the kind of the second, or nothing yet. */
function isCompatible(one: Element | undefined, other: Element): boolean {
  return (
    one === undefined || one.value.kind === 'null' || one.value.kind === other.value.kind || other.value.kind === 'null'
  );
}

/** A text in the quotes that another one has; undefined where it has none. */
function quotedLike(source: string, wanted: Element): string | undefined {
  const { js } = wanted.value;
  if (typeof js !== 'string' || js.includes('\n')) return undefined;
  if (source.startsWith('"')) return JSON.stringify(js);
  return source.startsWith("'") ? `'${js.replaceAll("'", "''")}'` : undefined;
}
