type Labels = Readonly<Record<string, string>> | undefined;
type Test = (labels: Readonly<Record<string, string>>) => boolean;

/**
 * Returns a predicate for a label selector in the syntax of `kubectl -l`.
 * See https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
 * @throws SyntaxError if part of it is invalid
 */
export function labelSelector(selector: string): (labels: Labels) => boolean {
  // A comma in parentheses separates values.
  const tests = (selector.match(/(?:[^,(]|\([^)]*\)?)+/g) ?? [])
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(testOf);
  return (labels = {}) => tests.every((test) => test(labels));
}

function testOf(part: string): Test {
  const set = /^([^\s!=<>()]+)\s+(in|notin)\s*\(([^)]*)\)$/.exec(part);
  if (set !== null) {
    const [, key = '', operator, list = ''] = set;
    const values = list.split(',').map((value) => value.trim());
    const isIn = (labels: Readonly<Record<string, string>>) =>
      Object.hasOwn(labels, key) && values.includes(labels[key]!);
    return operator === 'in' ? isIn : (labels) => !isIn(labels);
  }
  const equality = /^([^\s!=<>()]+)\s*(==|=|!=)\s*([^\s!=()]*)$/.exec(part);
  if (equality !== null) {
    const [, key = '', operator, value] = equality;
    const equals = (labels: Readonly<Record<string, string>>) => Object.hasOwn(labels, key) && labels[key] === value;
    return operator === '!=' ? (labels) => !equals(labels) : equals;
  }
  const presence = /^(!?)\s*([^\s!=<>()]+)$/.exec(part);
  if (presence === null)
    throw new SyntaxError(
      `"${part}" is not a label selector: write key=value, key!=value, key in (a, b), key notin (a, b), key or !key`,
    );
  const [, not, key = ''] = presence;
  return (labels) => Object.hasOwn(labels, key) === (not === '');
}
