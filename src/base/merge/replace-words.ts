/** Words as names, paths and images are: what lies between them can be written in another way. */
const words = /[\w.-]+/g;

/**
 * Makes the change of single words between two strings of ours in a string of the user's, such as the name of a Service in the
 * expression of an alert whose limit the user has changed. Undefined if the change is another one, or the user's string has
 * neither these words nor the new ones.
 * @param source the user's string, as it is written
 */
export function replaceWords(source: string, before: string, after: string): string | undefined {
  const changed = changedWords(before, after);
  if (changed === undefined) return undefined;
  const own = new Set(source.match(words));
  const isDone = [...changed].every(([old, wanted]) => own.has(wanted) && !own.has(old));
  if (!isDone && ![...changed.keys()].every((word) => own.has(word))) return undefined;
  return source.replaceAll(words, (word) => changed.get(word) ?? word);
}

/** Returns the words that differ, as new ones by old ones; undefined if something else does, or nothing is left of the text. */
function changedWords(before: string, after: string): ReadonlyMap<string, string> | undefined {
  if (before.replaceAll(words, '') !== after.replaceAll(words, '')) return undefined;
  const [old, fresh] = [before, after].map((each) => each.match(words) ?? []);
  const changed = new Map<string, string>();
  for (const [index, word] of old!.entries()) {
    const wanted = fresh![index]!;
    if ((changed.get(word) ?? wanted) !== wanted) return undefined;
    changed.set(word, wanted);
  }
  for (const [word, wanted] of changed) if (word === wanted) changed.delete(word);
  // In a short string such as an image, the change of one word can mean another whole.
  return changed.size > 0 && changed.size * 2 < new Set(old).size ? changed : undefined;
}
