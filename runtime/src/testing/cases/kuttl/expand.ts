/** Environment variables. */
export type Variables = Readonly<Record<string, string | undefined>>;

// The rules of Go's os.Expand: `$$` is an escaped dollar, and a malformed reference disappears.
const reference = /\$(?:\{([^}]*)\}|([*#$@!?\-0-9])|([A-Za-z_]\w*)|\{)?/g;

/**
 * Replaces `$NAME` and `${NAME}` in a text; `$$` is a dollar.
 * @param valueOf returns the value of a variable that is not set; empty by default
 */
export function expand(text: string, variables: Variables, valueOf: (name: string) => string = () => ''): string {
  return text.replace(reference, (whole, braced?: string, special?: string, name?: string) => {
    if (whole === '$') return '$';
    const found = braced ?? special ?? name ?? '';
    return found === '$' ? '$' : ((Object.hasOwn(variables, found) ? variables[found] : undefined) ?? valueOf(found));
  });
}

/**
 * Splits a command line into words: quotes and backslashes as in a shell, and comments after `#`.
 * @throws Error if a quote is not closed
 */
export function splitWords(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at]!;
    if (quote !== undefined && character === quote) quote = undefined;
    else if (character === '\\' && quote !== "'") {
      at += 1;
      if (at === line.length) throw new Error('the last backslash escapes nothing');
      word = `${word ?? ''}${line[at]!}`;
    } else if (quote !== undefined) word = `${word ?? ''}${character}`;
    else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === '#' && word === undefined) at = endOfLine(line, at);
    else word = `${word ?? ''}${character}`;
  }
  if (quote !== undefined) throw new Error(`the quote ${quote} is not closed`);
  if (word !== undefined) words.push(word);
  return words;
}

function endOfLine(line: string, from: number): number {
  const end = line.indexOf('\n', from);
  return end === -1 ? line.length : end;
}

/**
 * Reports whether the words of a command have the flag `--namespace` or `-n` with a value.
 * @throws Error if the value is missing
 */
export function hasNamespace(words: readonly string[]): boolean {
  let found = '';
  for (let at = 0; at < words.length && words[at] !== '--'; at += 1) {
    const [, long, short] = /^(?:(--namespace(?:=.*)?)|(-n.*))$/s.exec(words[at]!) ?? [];
    const given = long?.slice('--namespace'.length).replace(/^=/, () => '') ?? short?.slice(2).replace(/^=/, () => '');
    if (given === undefined) continue;
    const isAlone = long === '--namespace' || short === '-n';
    if (isAlone && at + 1 === words.length) throw new Error(`${words[at]} has no value`);
    if (isAlone) at += 1;
    found = isAlone ? words[at]! : given;
  }
  return found !== '';
}
