/**
 * Describes why and where `JSON.parse` rejects a text. The parser's own message quotes the text, which may contain a
 * secret, and errors end up in logs.
 */
export function jsonProblem(error: unknown, text: string): string {
  const position = /at position (\d+)/.exec((error as Error).message)?.[1];
  if (position !== undefined) return `unexpected character at position ${position}`;
  const start = text.trimStart();
  if (start === '') return 'it is empty';
  if (start.startsWith('<')) return 'it begins like an HTML page';
  return /end of JSON/.test((error as Error).message) ? 'it ends too early' : 'unexpected character';
}
