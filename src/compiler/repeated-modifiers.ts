const repeated =
  /(?:\b(?:abstract|accessor|async|const|declare|default|export|global|in|module|namespace|out|override|private|protected|public|readonly|static|type)\b\s*){64}/;

/** What is wrong where `repeatedModifiers` finds a place. */
export const modifiersWithoutEnd = 'modifiers are repeated here, and no declaration follows';

/** Where the modifiers of a text have no end, by offset: at each of them the compiler looks ahead to the last one. */
export function repeatedModifiers(text: string): number | undefined {
  return repeated.exec(text)?.index;
}
