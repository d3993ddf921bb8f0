import { limitsFor, type Bound, type Growing } from './bounds.js';

/** Maximum number of suggestions. */
const most = 3;
/** Maximum number of limits in one suggestion. */
const mostLimits = 6;

/**
 * Finds sets of limits that pass: with as few limits as possible, and these as large as possible. Several sets are
 * alternatives, the largest limits first; none is returned that was not tried.
 * @param passes tries a set; more and smaller limits pass whenever fewer and larger ones do
 */
export async function searchBounds(
  nodes: readonly Growing[],
  passes: (bounds: readonly Bound[]) => Promise<boolean>,
): Promise<readonly (readonly Bound[])[]> {
  const lowest = nodes.map(lowestOf);
  const alone = await Promise.all(lowest.map((each) => passes([each])));
  const single = lowest.filter((_, index) => alone[index]).slice(0, most);
  if (single.length > 0) return alternatives(single, passes);
  const needed = await withoutNeedless(lowest, passes);
  return needed === undefined || needed.length > mostLimits ? [] : [await raised(needed, passes)];
}

const lowestOf = (node: Growing): Bound => ({ node, value: limitsFor(node).at(-1)! });

/** Returns each limit as large as it passes alone. */
async function alternatives(
  bounds: readonly Bound[],
  passes: (bounds: readonly Bound[]) => Promise<boolean>,
): Promise<readonly (readonly Bound[])[]> {
  const found: (readonly Bound[])[] = [];
  for (const bound of bounds) found.push(await raised([bound], passes));
  return found.toSorted(([one], [other]) => rank(one!) - rank(other!));
}

const rank = ({ node, value }: Bound): number => limitsFor(node).indexOf(value);

/** Removes what is not needed, from the end; undefined if even all limits do not pass. */
async function withoutNeedless(
  bounds: readonly Bound[],
  passes: (bounds: readonly Bound[]) => Promise<boolean>,
): Promise<readonly Bound[] | undefined> {
  if (bounds.length < 2 || !(await passes(bounds))) return undefined;
  let needed = bounds;
  for (const bound of bounds.toReversed()) {
    const others = needed.filter((each) => each !== bound);
    if (others.length > 1 && (await passes(others))) needed = others;
  }
  return needed;
}

/** Enlarges limits that pass: first all of them together, then one after the other. */
async function raised(
  bounds: readonly Bound[],
  passes: (bounds: readonly Bound[]) => Promise<boolean>,
): Promise<readonly Bound[]> {
  const longest = Math.max(...bounds.map(({ node }) => limitsFor(node).length));
  const atLevel = (level: number): readonly Bound[] =>
    bounds.map(({ node }) => ({ node, value: limitsFor(node)[level] ?? lowestOf(node).value }));
  let raisedBounds = atLevel(await firstThat(longest - 1, (level) => passes(atLevel(level))));
  if (bounds.length === 1) return raisedBounds;
  for (const [index, bound] of raisedBounds.entries()) {
    const values = limitsFor(bound.node);
    const having = (level: number): readonly Bound[] => raisedBounds.with(index, { ...bound, value: values[level]! });
    raisedBounds = having(await firstThat(rank(bound), (level) => passes(having(level))));
  }
  return raisedBounds;
}

/** Returns the first number from 0 that passes, if all after it do; `last` is known to pass. */
async function firstThat(last: number, passes: (level: number) => Promise<boolean>): Promise<number> {
  let [low, high] = [0, last];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await passes(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}
