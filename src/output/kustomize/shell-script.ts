/** A word of a shell script. */
export interface ScriptWord {
  /** The text without quotes. */
  readonly text: string;
  /** Whether the shell computes part of it, or uses it for a redirection. */
  readonly isComputed: boolean;
}

/** A simple command of a script: a program with arguments, or a part of a loop or a condition. */
export type ScriptCommand = readonly ScriptWord[];

/** Characters that end a command. */
const separators = new Set(['\n', ';', '&', '|', '(', ')']);
/** A variable that Kubernetes replaces before the shell starts, if the container has it: `$(NAMESPACE)`. */
const kubernetesVariable = /^\$\(([A-Za-z_][\w.-]*)\)/;
/** The characters that a backslash escapes in double quotes. */
const escapedInQuotes = new Set(['$', '`', '"', '\\', '\n']);
/** A redirection of output or input: the word after it is not an argument. */
const redirection = /^(?:[<>]|&>)/;
/** Maximum length of a script that is read. */
const mostCharacters = 20_000;

/**
 * Returns the simple commands of a shell script, in order; none if the script is too long.
 * @param isVariable reports whether a name is a variable that Kubernetes replaces
 */
export function scriptCommands(script: string, isVariable: (name: string) => boolean): readonly ScriptCommand[] {
  return script.length > mostCharacters ? [] : new Reader(script, isVariable).commands();
}

class Reader {
  readonly #script: string;
  readonly #isVariable: (name: string) => boolean;
  readonly #commands: ScriptWord[][] = [[]];
  #at = 0;
  #text: string | undefined;
  #isComputed = false;

  constructor(script: string, isVariable: (name: string) => boolean) {
    this.#script = script;
    this.#isVariable = isVariable;
  }

  commands(): readonly ScriptCommand[] {
    while (this.#at < this.#script.length) this.#step(this.#script[this.#at]!);
    this.#endWord();
    return this.#commands.filter((each) => each.length > 0);
  }

  #step(character: string): void {
    if (character === '\\') this.#escaped();
    else if (character === "'") this.#quoted();
    else if (character === '"') this.#doubleQuoted();
    else if (character === '$' || character === '`') this.#substitution();
    else if (character === '#' && this.#text === undefined) this.#skipTo('\n');
    else if (redirection.test(this.#script.slice(this.#at, this.#at + 2))) this.#redirection();
    else if (separators.has(character)) this.#endCommand();
    else if (/\s/.test(character)) this.#endWord();
    else this.#add(character, /[*?[]/.test(character));
  }

  #add(text: string, isComputed = false, length = text.length): void {
    this.#text = (this.#text ?? '') + text;
    this.#isComputed ||= isComputed;
    this.#at += length;
  }

  #endWord(): void {
    if (this.#text !== undefined) this.#commands.at(-1)!.push({ text: this.#text, isComputed: this.#isComputed });
    this.#text = undefined;
    this.#isComputed = false;
    this.#at += 1;
  }

  #endCommand(): void {
    this.#endWord();
    this.#commands.push([]);
  }

  /** Reads a backslash. Before a line break, it continues the line. */
  #escaped(): void {
    const next = this.#script[this.#at + 1] ?? '';
    if (next === '\n') this.#at += 2;
    else this.#add(next, false, 2);
  }

  #quoted(): void {
    const end = this.#indexOf("'", this.#at + 1);
    this.#add(this.#script.slice(this.#at + 1, end), false, end + 1 - this.#at);
  }

  #doubleQuoted(): void {
    this.#add('', false, 1);
    while (this.#at < this.#script.length && this.#script[this.#at] !== '"') {
      const character = this.#script[this.#at]!;
      const isEscaped = character === '\\' && escapedInQuotes.has(this.#script[this.#at + 1] ?? '');
      if (isEscaped) this.#escaped();
      else if (character === '$' || character === '`') this.#substitution();
      else this.#add(character);
    }
    this.#at += 1;
  }

  /** Reads a variable, or a command substitution. */
  #substitution(): void {
    const rest = this.#script.slice(this.#at, this.#at + 256);
    const [known, name = ''] = kubernetesVariable.exec(rest) ?? [];
    if (known !== undefined && this.#isVariable(name)) return this.#add(known);
    const end = rest.startsWith('`') ? this.#indexOf('`', this.#at + 1) + 1 : this.#endOfParentheses();
    this.#add(this.#script.slice(this.#at, end), true);
  }

  /** Returns the index after the parentheses or braces that follow the dollar sign, or after the sign if there are none. */
  #endOfParentheses(): number {
    const start = this.#at + 1;
    let depth = 0;
    for (let at = start; at < this.#script.length; at += 1) {
      if (/[({]/.test(this.#script[at]!)) depth += 1;
      else if (/[)}]/.test(this.#script[at]!)) depth -= 1;
      if (depth <= 0) return at === start ? at : at + 1;
    }
    return this.#script.length;
  }

  /** Reads a redirection, whose target is not an argument: `2>&1`. */
  #redirection(): void {
    const { length } = /^&?[<>]+[&|]?[ \t]*/.exec(this.#script.slice(this.#at, this.#at + 256))![0];
    if (/^\d+$/.test(this.#text ?? '')) this.#text = '';
    this.#add('>', true, length);
  }

  #skipTo(character: string): void {
    this.#at = this.#indexOf(character, this.#at);
  }

  #indexOf(character: string, from: number): number {
    const found = this.#script.indexOf(character, from);
    return found < 0 ? this.#script.length : found;
  }
}
