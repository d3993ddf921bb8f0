import type { Diagnostic } from '../../src/base/diagnostics/diagnostic.js';
import { Lines } from '../../src/base/model/lines.js';

export type Sources = Readonly<Record<string, string>>;

const braces = (depth: number): string =>
  depth === 0 ? String.raw`\{[^{}]*\}` : String.raw`\{(?:[^{}]|${braces(depth - 1)})*\}`;
const value = String.raw`(?:'[^']*'|"[^"]*"|\[[^\]]*\]|${braces(3)}|-?\d+|true|false)`;
const argument = String.raw`(?:[^()'"]|'[^']*'|"[^"]*"|\((?:[^()'"]|'[^']*'|"[^"]*")*\))*`;
const marker = new RegExp(String.raw`@[A-Z]\w*\(${argument}\)`);
const key = new RegExp(String.raw`\b(?!(?:write|most|example|case|expression|end|text):)([a-z]\w*): (${value})`);
const literal = /: ('[^']*'|"[^"]*")$/;

/** The code in a help text: a marker, a key of its argument, or a text. */
interface Remedy {
  readonly name: string;
  readonly text: string;
  readonly is: 'marker' | 'key' | 'literal';
  /** Whether the help says to remove the code. */
  readonly isRemoved: boolean;
}

/** Returns the code that a help text tells the user to write first; undefined if it contains none. */
export function remedyIn(help: string, message: string): Remedy | undefined {
  const [written] = marker.exec(help) ?? [];
  const [pair, name] = key.exec(written === undefined ? help : '') ?? [];
  const isShown = /'[^']*'|"[^"]*"/.test(message) && !help.startsWith('did you mean');
  const [, word] = literal.exec(written === undefined && pair === undefined && isShown ? help : '') ?? [];
  const text = written ?? pair ?? word;
  if (text === undefined || text.includes('...') || help.includes('did you mean fieldPath')) return undefined;
  return {
    name: name ?? /\w+/.exec(text)?.[0] ?? '',
    text,
    is: written === undefined ? (pair === undefined ? 'literal' : 'key') : 'marker',
    isRemoved: /\bremove $/.test(help.slice(0, help.indexOf(text))),
  };
}

/** Returns sources after a user has followed the help of a diagnostic, as far as it contains code. */
export function withRemedy(sources: Sources, { position, help, message }: Diagnostic): Sources | undefined {
  const remedy = remedyIn(help, message);
  if (remedy === undefined || position === undefined) return undefined;
  const text = sources[position.file]!;
  const at = new Lines(text).offsetOf(position);
  return { ...sources, [position.file]: changes[remedy.is](text, at, remedy, message) };
}

type Change = (text: string, at: number, remedy: Remedy, message: string) => string;

const changes: Readonly<Record<Remedy['is'], Change>> = {
  marker: withMarker,
  key: withKey,
  literal: (text, at, remedy, message) => {
    const shown = [...message.matchAll(/'([^']*)'|"([^"]*)"/g)].at(-1)!;
    const word = (shown[1] ?? shown[2])!.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    return `${text.slice(0, at)}${text.slice(at).replace(new RegExp(`'${word}'|"${word}"`), remedy.text)}`;
  },
};

/** Replaces the marker of the same name at the position, or adds one before the code there. */
function withMarker(text: string, at: number, { name, text: code, isRemoved }: Remedy): string {
  const [there = ''] =
    new RegExp(`^${marker.source.replace('[A-Z]', String.raw`(?:api\.)?[A-Z]`)}`).exec(text.slice(at)) ?? [];
  const isSame = there.replace('api.', '').startsWith(`@${name}(`);
  const around = isSame ? undefined : markerAround(text, at, name);
  if (around !== undefined) return text.replace(around, code);
  const rest = text.slice(at + (isSame || isRemoved ? there.length : 0));
  return `${text.slice(0, at)}${isRemoved ? '' : `${code} `}${rest}`;
}

/** Returns the marker of this name whose arguments contain a position. */
function markerAround(text: string, at: number, name: string): string | undefined {
  const all = text.matchAll(new RegExp(marker.source, 'g'));
  return [...all].find(
    ({ 0: each, index }) => each.startsWith(`@${name}(`) && index <= at && at < index + each.length,
  )?.[0];
}

/** Replaces the value of a key at or after the position, or adds the key to the next object. */
function withKey(text: string, at: number, { name, text: code }: Remedy): string {
  const end = text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at);
  const line = text.slice(at, end);
  const replaced = line.replace(new RegExp(`["']?\\b${name}["']?: ?${value}`), code);
  if (replaced !== line) return `${text.slice(0, at)}${replaced}${text.slice(end)}`;
  return `${text.slice(0, at)}${line.replace('{', `{ ${code}, `)}${text.slice(end)}`;
}
