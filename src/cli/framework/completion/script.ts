import { join } from 'node:path';
import { ownPackage } from '../../../base/io/own-package.js';
import type { Shell } from './shells.js';

const program = 'operator-gen';
/** The function of the scripts that asks for candidates. */
const asking = '__operator_gen_ask';

/**
 * Returns the script that completes command lines of operator-gen in a shell.
 *
 * It starts this Node.js with this package by their absolute paths. It never searches the current folder or the PATH
 * for a program: a repository could supply one, and pressing a key must not run it.
 */
export async function completionScript(shell: Shell): Promise<string> {
  const command = [process.execPath, join(ownPackage, 'bin/operator-gen.js')];
  const [first = '', ...rest] = (await scripts[shell]()).split('\n');
  const ask = asks[shell](command);
  // zsh reads the first line of a file in its search path: `#compdef` and the name of the program.
  return shell === 'zsh' ? [first, ask, ...rest].join('\n') : [ask, first, ...rest].join('\n');
}

const posix = (words: readonly string[]): string =>
  words.map((each) => `'${each.replaceAll("'", String.raw`'\''`)}'`).join(' ');
const fish = (words: readonly string[]): string =>
  words.map((each) => `'${each.replaceAll(/['\\]/g, String.raw`\$&`)}'`).join(' ');
// PowerShell also reads typographic quotation marks as single quotes.
const powershell = (words: readonly string[]): string =>
  words.map((each) => `'${each.replaceAll(/['\u2018-\u201b]/g, '$&$&')}'`).join(' ');

const asks: Readonly<Record<Shell, (command: readonly string[]) => string>> = {
  bash: (command) => `${asking}() { ${posix(command)} "$@" </dev/null 2>/dev/null; }`,
  zsh: (command) => `${asking}() { ${posix(command)} "$@" </dev/null 2>/dev/null; }`,
  fish: (command) => `function ${asking}\n    command ${fish(command)} $argv </dev/null 2>/dev/null\nend`,
  powershell: (command) => `function ${asking} { & ${powershell(command)} @args 2>$null }`,
};

const scripts: Readonly<Record<Shell, () => Promise<string>>> = {
  bash: async () => bashScript,
  // Otherwise the words of the line before the equals sign would be evaluated.
  zsh: () => repaired('zsh', '-P ${BASH_REMATCH}', '-P ${(q)BASH_REMATCH}'),
  fish: () => libraryScript('fish'),
  // Typographic quotation marks would end the quotation of a word.
  powershell: () => repaired('powershell', `-replace "'", "''"`, `-replace "['\\u2018-\\u201B]", '$0$0'`),
};

/**
 * The library's bash script is not used: it evaluates the command line and the candidates, so it would run commands in
 * them and truncate files after `>`. See decision 54. Works with bash 3.2 of macOS.
 */
const bashScript = `# bash completion for ${program}
_operator_gen() {
  local answer directive=0
  COMPREPLY=()
  while IFS= read -r answer; do
    case $answer in
      :*) directive=\${answer#:} ;;
      *) COMPREPLY+=("\${answer%%$'\\t'*}") ;;
    esac
  done < <(${asking} complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}")
  if [[ $directive == 4 ]]; then compopt +o default 2>/dev/null; fi
  return 0
}
complete -o default -F _operator_gen ${program}
`;

async function repaired(shell: Shell, from: string, to: string): Promise<string> {
  const text = await libraryScript(shell);
  if (text.split(from).length !== 2) throw new Error(`the script for ${shell} no longer contains ${from}`);
  return text.replace(from, () => to);
}

/** Returns a script of the library. The library prints it with `console.log`. */
async function libraryScript(shell: Shell): Promise<string> {
  const { script } = await import('@bomb.sh/tab');
  const texts: string[] = [];
  const { log } = console;
  console.log = (text: string) => texts.push(text);
  try {
    script(shell, program, asking);
  } finally {
    console.log = log;
  }
  return `${texts.join('\n')}\n`;
}
