/**
 * Prints one scalar as the value of a key of the outermost mapping; lines after the first are indented by two spaces.
 */
export type PrintScalar = (value: unknown) => string;

/**
 * Prints a tree of plain objects, lists and scalars as YAML 1.1 in block style, without indenting lists. Scalars that
 * every reader understands without quotes are printed directly, because building a document of nodes takes ten times as
 * long; all other scalars are passed to `printScalar`. Undefined if the tree contains anything else, or a key that
 * needs quotes.
 */
export function blockYaml(value: unknown, printScalar: PrintScalar): string | undefined {
  const printer = new Printer(printScalar);
  try {
    if (!isCollection(value) || isEmpty(value)) return undefined;
    printer.collection(value, '', '');
    return printer.text;
  } catch (error) {
    if (error === notPlain) return undefined;
    throw error;
  }
}

const notPlain = Symbol('not plain');

type Collection = readonly unknown[] | Readonly<Record<string, unknown>>;

class Printer {
  text = '';
  readonly #printScalar: PrintScalar;

  constructor(printScalar: PrintScalar) {
    this.#printScalar = printScalar;
  }

  /**
   * Prints a collection.
   * @param first the start of the first line; the other lines start with `indent`
   */
  collection(value: Collection, first: string, indent: string): void {
    let start = first;
    if (Array.isArray(value)) {
      for (const item of value) {
        if (isCollection(item) && !isEmpty(item)) this.collection(item, `${start}- `, `${indent}  `);
        else this.text += `${start}- ${this.#leaf(item, indent)}\n`;
        start = indent;
      }
      return;
    }
    for (const [key, each] of Object.entries(value)) {
      if (!isPlain(key) || key.length > 128) throw notPlain;
      if (!isCollection(each) || isEmpty(each)) {
        this.text += `${start}${key}: ${this.#leaf(each, indent)}\n`;
      } else {
        const inner = Array.isArray(each) ? indent : `${indent}  `;
        this.text += `${start}${key}:\n`;
        this.collection(each, inner, inner);
      }
      start = indent;
    }
  }

  #leaf(value: unknown, indent: string): string {
    switch (typeof value) {
      case 'string':
        if (isPlain(value)) return value;
        return isQuotable(value) ? quoted(value) : this.#difficult(value, indent);
      case 'boolean':
        return value ? 'true' : 'false';
      case 'number':
        if (isRounded(value)) return String(BigInt(value));
        return Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value) : this.#printScalar(value);
      case 'bigint':
        return String(value);
      case 'object':
        if (value === null) return 'null';
        return Array.isArray(value) ? '[]' : '{}';
      default:
        throw notPlain;
    }
  }

  #difficult(value: string, indent: string): string {
    const text = this.#printScalar(value);
    return text.includes('\n') ? text.replace(/\n(?!\n|$)/g, `\n${indent}`) : text;
  }
}

/** Reports whether JavaScript prints an integer with rounded digits. */
export function isRounded(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21;
}

function isCollection(value: unknown): value is Collection {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Anything else (a date, a map, a node) defines its own output.
  if ((prototype !== Object.prototype && prototype !== null) || 'toJSON' in value) throw notPlain;
  return true;
}

function isEmpty(value: Collection): boolean {
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0;
}

const letterFirst = /^[A-Za-z][ -~]*$/;
const looksLikeSyntax = /: | #|[ :]$/;
// The package treats `e1` as a number.
const otherType = /^(?:y|n|yes|no|on|off|true|false|null|e[-+]?[0-9]+)$/i;

/**
 * Reports whether a string means the same to every reader without quotes. This covers only strings that are easy to
 * recognize.
 */
function isPlain(text: string): boolean {
  return letterFirst.test(text) && !looksLikeSyntax.test(text) && !otherType.test(text);
}

/** Reports whether a string is unchanged inside quotes, and requires them. */
function isQuotable(text: string): boolean {
  return letterFirst.test(text) && looksLikeSyntax.test(text);
}

function quoted(text: string): string {
  return text.includes('"') && !text.includes("'") ? `'${text}'` : JSON.stringify(text);
}
