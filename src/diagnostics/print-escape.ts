// Control characters, and those that reorder or hide text on a terminal (bidirectional overrides, zero width).
const unsafe = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** Text with every character that could move the cursor, break the line or reorder the text written as an escape. */
export function escapeControls(text: string): string {
  return text.replace(unsafe, (character) => {
    const named = JSON.stringify(character).slice(1, -1);
    return named === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : named;
  });
}

/** As `escapeControls`, one column for each character, so that a span below the text still fits. */
export function maskControls(text: string): string {
  return text.replace(unsafe, (character) => {
    const code = character.charCodeAt(0);
    // U+2400 and on are the pictures of the control characters.
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd';
  });
}
