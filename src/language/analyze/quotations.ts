/**
 * Replaces each quotation in a string, including its quotes, by dashes of the same length. Between `'` or `"`, a
 * backslash escapes the next character. An unclosed quote does not start a quotation.
 *
 * This is a scanner instead of a regular expression so that the end of an unclosed quote is searched for once, and not
 * again at each later quote.
 * @param quotes the characters that start a quotation
 */
export function maskQuotations(text: string, quotes: string): string {
  const unclosed = new Set<string>();
  let masked = '';
  let at = 0;
  while (at < text.length) {
    const quote = text.charAt(at);
    const end = quotes.includes(quote) && !unclosed.has(quote) ? closingQuote(text, at) : 0;
    if (end === undefined) unclosed.add(quote);
    const next = end || at + 1;
    masked += end ? '-'.repeat(end - at) : quote;
    at = next;
  }
  return masked;
}

/** Returns the offset after the quote that closes a quotation; undefined if none does. */
function closingQuote(text: string, start: number): number | undefined {
  const quote = text.charAt(start);
  if (quote === '`') return text.indexOf(quote, start + 1) + 1 || undefined;
  for (let at = start + 1; at < text.length; at += 1) {
    if (text.charAt(at) === '\\') at += 1;
    else if (text.charAt(at) === quote) return at + 1;
  }
  return undefined;
}
