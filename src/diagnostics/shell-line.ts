import { escapeControls } from './print-escape.js';

/** Words as a line that can be pasted into a shell. It stays one line, whatever the words hold. */
export function shellLine(words: readonly string[]): string {
  return words.map(quoted).join(' ');
}

function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  const escaped = word.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`);
  const visible = escapeControls(escaped);
  // The form whose escapes a shell reads, for what must not be printed as it is.
  return visible === escaped ? `'${word.replaceAll("'", String.raw`'\''`)}'` : `$'${visible}'`;
}
