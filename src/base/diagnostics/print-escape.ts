import { hiddenCharacters as unsafe, unicodeEscape } from '../model/hidden-characters.js';

// A zero width joiner is only allowed between two pictographs, which it combines into one.
const isJoined = /\p{Extended_Pictographic}\ufe0f?[\p{Emoji_Modifier}]?$/u;

/** Escapes every character that could move the cursor, break the line, or hide or reorder the text. */
export function escapeControls(text: string): string {
  return text.replace(unsafe, (character, offset: number) =>
    character === '\u200d' && joinsPictures(text, offset) ? character : escapeOf(character),
  );
}

/** Like `escapeControls`, for a line of a file: tabs are kept. */
export function escapeLine(line: string): string {
  return line.split('\t').map(escapeControls).join('\t');
}

/** Like `escapeControls`, for text with several lines: line endings and tabs are kept. */
export function escapeLines(text: string): string {
  return text
    .split(/(\r?\n|\t)/)
    .map((part, index) => (index % 2 === 1 ? part : escapeControls(part)))
    .join('');
}

/** Like `escapeControls`, for JSON, whose value does not change. */
export function escapeJson(json: string): string {
  // JSON.stringify has escaped what JSON demands; line endings occur only between values.
  const escaped = json.replace(unsafe, (character) => (character === '\n' ? character : escapeOf(character)));
  return escapeBuildCommands(escaped);
}

/** The commands that build servers recognize anywhere in a line: `##[error]`, `##vso[...]`, `##teamcity[...]`. */
const buildCommand = /##(?=\w*\[)/g;

/**
 * Escapes a line so that a runner of GitHub Actions does not treat it as a command. It recognizes `::name::` at the
 * beginning of a line, even after white space, and `##[name]` anywhere.
 */
export function escapeCommands(line: string): string {
  return escapeBuildCommands(line.replace(/^(\s*):(?=:)/, '$1\\u003a'));
}

/** Escapes commands for build servers after two hash signs. As part of a JSON string, the value does not change. */
export function escapeBuildCommands(text: string): string {
  return text.replace(buildCommand, '#\\u0023');
}

/** Like `escapeControls`, with one column for each character, so that a span below the text still fits. */
export function maskControls(text: string): string {
  return text.replace(unsafe, (character, offset: number) => {
    if (character === '\u200d' && joinsPictures(text, offset)) return character;
    const code = character.charCodeAt(0);
    // U+2400 and the following characters are the pictures of the control characters.
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd';
  });
}

function joinsPictures(text: string, offset: number): boolean {
  const next = text.codePointAt(offset + 1);
  if (next === undefined || !/^\p{Extended_Pictographic}/u.test(String.fromCodePoint(next))) return false;
  return isJoined.test(text.slice(Math.max(0, offset - 6), offset));
}

const named: Readonly<Record<string, string>> = { '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r' };

function escapeOf(character: string): string {
  return Object.hasOwn(named, character) ? named[character]! : unicodeEscape(character);
}
