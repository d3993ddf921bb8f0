/** The width that .prettierrc.json of a project allows. */
const width = 120;

/** A list in code as Prettier has it: on one line where it fits, else one item a line. */
export function listInCode(before: string, items: readonly string[], after: string): string {
  const line = `${before}${items.join(', ')}${after}`;
  if (line.length <= width) return line;
  const indent = /^ */.exec(before)![0];
  const lines = items.map((item) => `${indent}  ${item},`);
  return [before.trimEnd(), ...lines, `${indent}${after.trimStart()}`].join('\n');
}

/** A text without line breaks as Prettier quotes it: between single quotes, unless there are more of them in it than of double ones. */
export function textInCode(text: string): string {
  const count = (quote: string): number => text.split(quote).length - 1;
  const quote = count("'") > count('"') ? '"' : "'";
  const escaped = text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
  return `${quote}${escaped}${quote}`;
}
