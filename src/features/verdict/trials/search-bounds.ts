import { limitsFor, type Bound, type Growing } from './bounds.js';

/** Maximum number of limits that are compared, and of limits in one suggestion. */
const mostCompared = 3;
const mostLimits = 6;

type Passes = (bounds: readonly Bound[]) => Promise<boolean>;

/**
 * Finds limits that pass: as few and as large as possible. Only tested limits are returned.
 * @param passes tests limits; more and smaller limits pass whenever fewer and larger ones do
 */
export async function searchBounds(nodes: readonly Growing[], passes: Passes): Promise<readonly Bound[] | undefined> {
  const lowest = nodes.map((node) => atLevel(node, Infinity));
  const alone = await Promise.all(lowest.map((each) => passes([each])));
  const compared: Bound[] = [];
  for (const each of lowest.filter((_, index) => alone[index]).slice(0, mostCompared))
    compared.push(...(await raised([each], passes)));
  if (compared.length > 0) return compared.toSorted((one, other) => rank(one) - rank(other)).slice(0, 1);
  if (lowest.length < 2 || !(await passes(lowest))) return undefined;
  let needed = lowest;
  for (const bound of lowest.toReversed()) {
    const others = needed.filter((each) => each !== bound);
    if (others.length > 1 && (await passes(others))) needed = others;
  }
  return needed.length > mostLimits ? undefined : raised(needed, passes);
}

/** Returns a limit of a series; the last one is the smallest. */
function atLevel(node: Growing, level: number): Bound {
  const values = limitsFor(node);
  return { node, value: values[Math.min(level, values.length - 1)]! };
}

const rank = ({ node, value }: Bound): number => limitsFor(node).indexOf(value);

/** Raises limits that pass: first all of them together, then one after the other. */
async function raised(bounds: readonly Bound[], passes: Passes): Promise<readonly Bound[]> {
  const together = (level: number): readonly Bound[] => bounds.map(({ node }) => atLevel(node, level));
  let found = together(await firstThat(Math.max(...bounds.map(rank)), (level) => passes(together(level))));
  if (bounds.length === 1) return found;
  for (const [index, bound] of found.entries()) {
    const having = (level: number): readonly Bound[] => found.with(index, atLevel(bound.node, level));
    found = having(await firstThat(rank(bound), (level) => passes(having(level))));
  }
  return found;
}

/** Returns the first number from 0 that passes, if all numbers after it do; `last` is known to pass. */
export async function firstThat(last: number, passes: (level: number) => Promise<boolean>): Promise<number> {
  let [low, high] = [0, last];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await passes(middle)) high = middle;
    else low = middle + 1;
  }
  return high;
}
