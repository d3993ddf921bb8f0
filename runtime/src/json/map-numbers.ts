/**
 * Applies `map` to each number in a JSON text; strings and keys are unchanged. It does not match whole strings with a
 * regular expression, which overflows at a few million escapes.
 */
export function mapNumbers(json: string, map: (number: string) => string): string {
  const token = /"|-?\d[\d.eE+-]*/g;
  const parts: string[] = [];
  let from = 0;
  for (let found = token.exec(json); found !== null; found = token.exec(json)) {
    const [number] = found;
    if (number === '"') {
      token.lastIndex = endOfText(json, found.index + 1);
      continue;
    }
    const mapped = map(number);
    if (mapped === number) continue;
    parts.push(json.slice(from, found.index), mapped);
    from = token.lastIndex;
  }
  return from === 0 ? json : parts.join('') + json.slice(from);
}

/** Returns the position after the closing quote of a string. */
function endOfText(json: string, start: number): number {
  for (let quote = json.indexOf('"', start); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (json[quote - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return quote + 1;
  }
  return json.length;
}
