/**
 * Returns a message without the numbers of lines and columns in it, so that it stays the same when other lines are added
 * or removed.
 */
export function withoutPlaces(message: string): string {
  return message.replaceAll(/\b(line|column) \d+/g, '$1').replaceAll(/:\d+:\d+\b/g, '');
}
