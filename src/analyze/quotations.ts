/**
 * Replaces each quotation in a text, quotes included, by as many dashes. In a quotation with `'` or `"` a backslash escapes
 * the character after it. A quote that is never closed opens no quotation.
 *
 * A scanner and not a regular expression: a quote that is never closed is looked for to the end of the text once, and not
 * again at each quote after it.
 * @param quotes the characters that open a quotation
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

/** The offset behind the quote that closes a quotation; undefined where none does. */
function closingQuote(text: string, start: number): number | undefined {
  const quote = text.charAt(start);
  if (quote === '`') return text.indexOf(quote, start + 1) + 1 || undefined;
  for (let at = start + 1; at < text.length; at += 1) {
    if (text.charAt(at) === '\\') at += 1;
    else if (text.charAt(at) === quote) return at + 1;
  }
  return undefined;
}
