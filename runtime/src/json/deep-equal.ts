import { checkLevel } from './limits.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reports whether two JSON values are equal. An undefined field counts as absent, as when it is sent. The order of
 * fields is irrelevant, but not that of list items. See
 * https://pkg.go.dev/k8s.io/apimachinery/pkg/api/equality#pkg-variables
 * @throws RangeError if both values contain themselves
 */
export function deepEqual(one: unknown, other: unknown): boolean {
  return isEqual(one, other, 1);
}

type Compare = (mine: unknown, theirs: unknown, level: number) => boolean;

// Recursion takes half the time of a loop. Deeper levels use the loop, which never overflows the stack.
const recursiveLevels = 100;

const isEqual: Compare = (left, right, level) => {
  if (left === right || Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  return level > recursiveLevels ? isDeepEqual(left, right) : haveEqualParts(left, right, isEqual, level + 1);
};

function isDeepEqual(one: object, other: object): boolean {
  // Pairs and their depth, alternating.
  const waiting: unknown[] = [one, other, recursiveLevels];
  const compare: Compare = (mine, theirs, level) => {
    const isPair = typeof mine === 'object' && typeof theirs === 'object';
    if (isPair && mine !== theirs) waiting.push(mine, theirs, level);
    return isPair || mine === theirs || Object.is(mine, theirs);
  };
  while (waiting.length > 0) {
    const level = waiting.pop() as number;
    const [right, left] = [waiting.pop() as object | null, waiting.pop() as object | null];
    checkLevel(level);
    if (left === null || right === null || !haveEqualParts(left, right, compare, level + 1)) return false;
  }
  return true;
}

function haveEqualParts(left: object, right: object, compare: Compare, level: number): boolean {
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((each, index) => compare(each, right[index], level));
  }
  const [mine, theirs] = [left as Fields, right as Fields];
  return (
    Object.keys(mine).every((key) => compare(mine[key], Object.hasOwn(theirs, key) ? theirs[key] : undefined, level)) &&
    Object.keys(theirs).every((key) => theirs[key] === undefined || Object.hasOwn(mine, key))
  );
}
