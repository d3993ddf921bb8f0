/**
 * Every character that moves the cursor, or reorders or hides text: control characters (C0, DEL and C1, including ESC),
 * format characters (bidirectional overrides and marks, zero width, tags, soft hyphens), line separators and unpaired
 * surrogates.
 */
export const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Cs}\u034f\u115f\u1160\u2028\u2029\u3164\uffa0]/gu;

/** Returns characters as they are written in strings of JSON and of TypeScript. */
export function unicodeEscape(characters: string): string {
  const codes = Array.from({ length: characters.length }, (_, index) => characters.charCodeAt(index));
  return codes.map((code) => `\\u${code.toString(16).padStart(4, '0')}`).join('');
}
