/** The line width in the .prettierrc.json of a project. */
const width = 120;

/** Returns a list in code in Prettier's format: on one line if it fits, otherwise one item per line. */
export function listInCode(before: string, items: readonly string[], after: string): string {
  const line = `${before}${items.join(', ')}${after}`;
  if (line.length <= width) return line;
  const indent = /^ */.exec(before)![0];
  const lines = items.map((item) => `${indent}  ${item},`);
  return [before.trimEnd(), ...lines, `${indent}${after.trimStart()}`].join('\n');
}

/**
 * Returns a string without line breaks as Prettier quotes it: in single quotes, unless it contains more single than
 * double quotes.
 */
export function textInCode(text: string): string {
  const count = (quote: string): number => text.split(quote).length - 1;
  const quote = count("'") > count('"') ? '"' : "'";
  const escaped = text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
  return `${quote}${escaped}${quote}`;
}
