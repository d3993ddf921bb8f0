import type { GoFile, GoMarker } from '../../../base/helper/go/answer.js';

/** Returns the markers of a file whose name begins with a prefix, such as `kubebuilder:`. */
export function markersIn(file: GoFile, prefix: string): readonly GoMarker[] {
  return file.markers.filter(({ text }) => text.startsWith(prefix));
}

/** The arguments of a marker: lists of texts. */
export type MarkerArguments = ReadonlyMap<string, readonly string[]>;

/** Maximum length of the arguments of a marker, in characters. */
const longest = 10_000;

/** Returns the arguments after the name of a marker: `a=b,c={d,e},f="g",h=i;j`; undefined if they have another form. */
export function markerArguments(text: string): MarkerArguments | undefined {
  const found = new Map<string, readonly string[]>();
  const parts = text.length > longest ? undefined : partsOf(text, ',');
  if (parts === undefined) return undefined;
  for (const part of parts.length === 1 && parts[0]!.trim() === '' ? [] : parts) {
    const sign = part.indexOf('=');
    const name = (sign < 0 ? part : part.slice(0, sign)).trim();
    if (!/^\w+$/.test(name)) return undefined;
    const values = sign < 0 ? ['true'] : valuesOf(part.slice(sign + 1).trim());
    if (values === undefined) return undefined;
    found.set(name, values);
  }
  return found;
}

function valuesOf(value: string): readonly string[] | undefined {
  const isList = value.startsWith('{') && value.endsWith('}');
  const words = isList ? partsOf(value.slice(1, -1), ',') : partsOf(value, ';');
  // A separator at the end of a list adds nothing.
  const listed = words !== undefined && words.length > 1 && words.at(-1)!.trim() === '' ? words.slice(0, -1) : words;
  return listed?.map((each) => unquoted(each.trim()));
}

/** Splits a text at a separator that is not in quotes or braces; undefined if one of these does not end. */
function partsOf(text: string, separator: string): readonly string[] | undefined {
  const parts = [''];
  let [quote, depth] = ['', 0];
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    const isEscape = quote === '"' && character === '\\';
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === '`') quote = character;
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    if (character === separator && quote === '' && depth === 0) parts.push('');
    else parts[parts.length - 1] += isEscape ? text.slice(index, index + 2) : character;
    if (isEscape) index += 1;
  }
  return quote === '' && depth === 0 ? parts : undefined;
}

/** Returns the value of a Go string; any other text unchanged. */
export function unquoted(text: string): string {
  if (/^`[^`]*`$/.test(text)) return text.slice(1, -1);
  if (!/^"(?:[^"\\]|\\.)*"$/.test(text)) return text;
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.slice(1, -1);
  }
}
