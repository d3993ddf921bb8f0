const posix: Readonly<Record<string, string>> = {
  ...{ alpha: 'A-Za-z', digit: '0-9', alnum: 'A-Za-z0-9', upper: 'A-Z', lower: 'a-z', word: '\\w', space: '\\s' },
  ...{
    xdigit: '0-9A-Fa-f',
    punct: '!-\\/:-@\\[-`{-~',
    print: ' -~',
    graph: '!-~',
    blank: ' \\t',
    cntrl: '\\x00-\\x1f',
  },
};

/** Translates a pattern to JavaScript syntax, with its flags. See https://github.com/google/re2/wiki/Syntax */
export function translated(pattern: string): { readonly source: string; readonly flags: string } {
  const [start = '', letters = ''] = /^\^?\(\?([imsU]+)\)/.exec(pattern) ?? [];
  const source = `${start.startsWith('^') ? '^' : ''}${pattern.slice(start.length)}`
    .replaceAll('(?P<', '(?<')
    .replaceAll(/\\(\\|A|z)/g, (_, letter: string) => ({ A: '^', z: '$' })[letter] ?? '\\\\')
    .replaceAll(/\[:(\w+):\]/g, (whole, name: string) => posix[name] ?? whole);
  return { source, flags: letters.replaceAll('U', '') };
}
