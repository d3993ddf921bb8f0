// Control characters (C0, DEL and C1, ESC among them), format characters (bidirectional overrides and marks, zero width,
// tags, soft hyphens), line separators and halves of surrogate pairs: what moves the cursor, reorders text or hides it.
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\u034f\u115f\u1160\u2028\u2029\u3164\uffa0]/gu;
// A zero width joiner makes one picture of several, and nothing else between two of them.
const isJoined = /\p{Extended_Pictographic}\ufe0f?[\p{Emoji_Modifier}]?$/u;

/** Text with every character that could move the cursor, break the line, or hide or reorder the text written as an escape. */
export function escapeControls(text: string): string {
  return text.replace(unsafe, (character, offset: number) =>
    character === '\u200d' && joinsPictures(text, offset) ? character : escapeOf(character),
  );
}

/** As `escapeControls`, for a text of several lines: line ends and tabs stay. */
export function escapeLines(text: string): string {
  return text
    .split(/(\r?\n|\t)/)
    .map((part, index) => (index % 2 === 1 ? part : escapeControls(part)))
    .join('');
}

/** As `escapeControls`, for a JSON text: it stays the same value. */
export function escapeJson(json: string): string {
  // JSON.stringify has escaped what JSON demands; line ends stand between values.
  const escaped = json.replace(unsafe, (character) => (character === '\n' ? character : escapeOf(character)));
  return escapeBuildCommands(escaped);
}

/** The commands that build servers read anywhere in a line: `##[error]`, `##vso[...]`, `##teamcity[...]`. */
const buildCommand = /##(?=\w*\[)/g;

/**
 * A line that a runner of GitHub Actions does not take for a command. It reads `::name::` at the beginning of a line, behind
 * white space as well, and `##[name]` anywhere.
 */
export function escapeCommands(line: string): string {
  return escapeBuildCommands(line.replace(/^(\s*):(?=:)/, '$1\\u003a'));
}

/** Text in which no build server finds a command behind two hash signs; as part of a JSON string it stays the same value. */
export function escapeBuildCommands(text: string): string {
  return text.replace(buildCommand, '#\\u0023');
}

/** As `escapeControls`, one column for each character, so that a span below the text still fits. */
export function maskControls(text: string): string {
  return text.replace(unsafe, (character, offset: number) => {
    if (character === '\u200d' && joinsPictures(text, offset)) return character;
    const code = character.charCodeAt(0);
    // U+2400 and on are the pictures of the control characters.
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
  if (Object.hasOwn(named, character)) return named[character]!;
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}
