const repeated =
  /(?:\b(?:abstract|accessor|async|const|declare|default|export|global|in|module|namespace|out|override|private|protected|public|readonly|static|type)\b\s*){64}/;

/** The message for a place found by `repeatedModifiers`. */
export const modifiersWithoutEnd = 'modifiers are repeated here, and no declaration follows';

/**
 * Returns the offset at which modifiers repeat endlessly, because the compiler looks ahead to the last one at each of
 * them.
 */
export function repeatedModifiers(text: string): number | undefined {
  return repeated.exec(text)?.index;
}
