import { checkLevel } from './limits.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Whether two JSON values say the same. A field that is undefined is one that is absent, as it is when it is sent; the order
 * of fields does not matter, that of elements does.
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/equality#pkg-variables
 * @throws RangeError when both values contain themselves
 */
export function deepEqual(one: unknown, other: unknown): boolean {
  // Pairs and how deep they are, in turns. Without recursion, which overflows the stack at a few thousand levels.
  const waiting: unknown[] = [one, other, 1];
  while (waiting.length > 0) {
    const level = waiting.pop() as number;
    const [right, left] = [waiting.pop(), waiting.pop()];
    if (Object.is(left, right) || left === right) continue;
    if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
    checkLevel(level);
    const compare = (mine: unknown, theirs: unknown): boolean => {
      const isPair = typeof mine === 'object' && typeof theirs === 'object';
      if (isPair && mine !== theirs) waiting.push(mine, theirs, level + 1);
      return isPair || Object.is(mine, theirs) || mine === theirs;
    };
    if (!haveEqualParts(left, right, compare)) return false;
  }
  return true;
}

function haveEqualParts(left: object, right: object, compare: (mine: unknown, theirs: unknown) => boolean): boolean {
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((each, index) => compare(each, right[index]));
  }
  const [mine, theirs] = [left as Fields, right as Fields];
  return (
    Object.keys(mine).every((key) => compare(mine[key], Object.hasOwn(theirs, key) ? theirs[key] : undefined)) &&
    Object.keys(theirs).every((key) => theirs[key] === undefined || Object.hasOwn(mine, key))
  );
}
