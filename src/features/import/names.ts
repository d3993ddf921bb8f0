import { markersByName } from '../../language/markers/registry.js';

/** Names that types of a project must not have: those of JavaScript, TypeScript and the runtime. */
export const reserved: ReadonlySet<string> = new Set(
  [
    'AbortController AbortSignal AggregateError Array ArrayBuffer AsyncFunction Atomics Awaited BigInt Blob Boolean',
    'Buffer Capitalize ConstructorParameters Console Crypto DataView Date Error EvalError Event EventTarget Exclude',
    'Extract File FinalizationRegistry FormData Function Generator Headers Infinity InstanceType Intl Iterable Iterator',
    'JSON Lowercase Map Math NaN Navigator NoInfer NodeJS NonNullable Number Object Omit OmitThisParameter Parameters',
    'Partial Performance Pick Process Promise PropertyKey Proxy RangeError Readonly ReadonlyArray Record ReferenceError',
    'Reflect RegExp Request Required Response ReturnType Set SharedArrayBuffer Storage String Symbol SyntaxError',
    'ThisType TypeError URIError URL URLSearchParams Uncapitalize Uppercase WeakMap WeakRef WeakSet WebSocket Worker',
    'Any Bigint Never Null This True False Undefined Unknown Void',
    'ApiVersionOf Bytes CodeDecorator Condition CustomResource DeepReadonly Double Duration Int32 Int64 IntOrString',
    'Integer IsClassKind Json JsonNumber JsonObject KindDecorator KindHandle KubernetesObject MicroTime ObjectMeta',
    'ObjectValue Quantity RawExtension RawSchema ResourceInfo ResourceScope SchemaDecorator Time',
  ].flatMap((line) => line.split(' ')),
);

/** Names that are too vague without the name of the containing type. */
const vague: ReadonlySet<string> = new Set(
  [
    'Config Configuration Data Entry Element Info Item Key List Metadata Name Option Ref Reference Rule Source Spec Status',
    'Template Type Value',
    'Add All And Any Append Apply As At By Create Delete Deny Allow Disable Enable Exclude For From Get If In Include Is',
    'Match Not Of On Or Os Out Patch Post Put Remove Replace Select Then To Update Use When Where With',
  ].flatMap((line) => line.split(' ')),
);

/** The names of the types in one module, which must be unique. */
export class TypeNames {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string>) {
    this.#taken = new Set([...taken].map((each) => each.toLowerCase()));
  }

  /**
   * Returns the name of a type, derived from the path of a field: the name of the field if it is free, or else with the
   * names of the fields around it.
   * @param path in PascalCase, starting with the kind
   * @param least the minimum number of names to use
   */
  take(path: readonly string[], least: number): string {
    const words = path.filter((each) => each !== '');
    for (let length = Math.min(words.length, Math.max(least, startOf(words))); length <= words.length; length += 1) {
      const name = joined(words.slice(-length));
      if (this.#isFree(name)) return this.#add(name);
    }
    const whole = joined(words);
    for (let number = 2; ; number += 1) {
      const name = `${whole}${number}`;
      if (this.#isFree(name)) return this.#add(name);
    }
  }

  #isFree(name: string): boolean {
    return (
      !this.#taken.has(name.toLowerCase()) && !reserved.has(name) && !markersByName.has(name) && /^[A-Z]/.test(name)
    );
  }

  #add(name: string): string {
    this.#taken.add(name.toLowerCase());
    return name;
  }
}

/** Returns the minimum number of words in a name: types directly in a kind are named after it. */
function startOf(words: readonly string[]): number {
  if (words.length <= 2) return words.length;
  return vague.has(words.at(-1)!) ? 2 : 1;
}

/** Joins words, without repeating one that the next word starts with: `Storage` and `StorageSpec`. */
function joined(words: readonly string[]): string {
  return words.reduce((name, word) => (word.startsWith(name) && name !== '' ? word : `${name}${word}`), '');
}

/** Returns a name in PascalCase; empty if it has no letters or digits. */
export function pascalCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((each) => each !== '');
  return words.map((each) => each.charAt(0).toUpperCase() + each.slice(1)).join('');
}

/** Words that end in `s` but are not plurals, or that have the same singular and plural. */
const notPlural =
  /(?:ss|us|is|ics|series|data|args|alias|atlas|bias|canvas|kubernetes|postgres|https|DNS|TLS|AWS|OS)$/i;

/** Suffixes of plurals and of their singulars. The first match counts. */
const singulars: readonly (readonly [RegExp, string])[] = [
  [/indices$/, 'index'],
  [/Indices$/, 'Index'],
  [/(?<=(?:al|an)y)ses$/, 'sis'],
  [/(?<=cook|mov|[Cc]ook|[Mm]ov)ies$/, 'ie'],
  [/(?<=..)ies$/, 'y'],
  [/(?<=alias|bus|status|virus|bonus|campus|focus|nexus|(?<!ca)ch|sh|ss|x|zz)es$/i, ''],
  [/(?<=[a-z]|[A-Z]{2})s$/, ''],
];

/** Returns the singular of an English plural in PascalCase, if it can be derived. */
export function singularOf(name: string): string {
  if (notPlural.test(name)) return name;
  const [ending, singular] = singulars.find(([pattern]) => pattern.test(name)) ?? [];
  return ending === undefined ? name : name.replace(ending, singular!);
}
