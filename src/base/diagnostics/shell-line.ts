import { escapeControls } from './print-escape.js';

/** Returns words as a line that can be pasted into a shell. It is always a single line, whatever the words contain. */
export function shellLine(words: readonly string[]): string {
  return words.map(quoted).join(' ');
}

/** Returns the command that deletes objects of a kind. @param namespace empty for objects of the cluster */
export function deletingObjects(kind: string, names: Iterable<string>, namespace: string): string {
  const place = namespace === '' ? [] : ['--namespace', namespace];
  return shellLine(['kubectl', 'delete', kind.toLowerCase(), ...names, ...place]);
}

function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  const escaped = word.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`);
  const visible = escapeControls(escaped);
  // ANSI-C quoting, whose escapes the shell interprets, for characters that must not be printed as they are.
  return visible === escaped ? `'${word.replaceAll("'", String.raw`'\''`)}'` : `$'${visible}'`;
}
