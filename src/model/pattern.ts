import { createRequire } from 'node:module';
import type { RE2JS } from 're2js';

/** A compiled pattern, or why it is none. */
export type Pattern = { readonly matches: (text: string) => boolean } | { readonly problem: string };

const compiled = new Map<string, Pattern>();
let library: typeof RE2JS | undefined;

/**
 * A regular expression as the API server reads it: RE2, which has flags that JavaScript lacks, and neither look-ahead nor
 * back-references. https://github.com/google/re2/wiki/Syntax
 */
export function compilePattern(pattern: string): Pattern {
  const known = compiled.get(pattern) ?? compile(pattern);
  compiled.set(pattern, known);
  return known;
}

function compile(pattern: string): Pattern {
  // Loaded with the first pattern that asks for it: most runs have none.
  library ??= (createRequire(import.meta.url)('re2js') as { RE2JS: typeof RE2JS }).RE2JS;
  try {
    const expression = library.compile(pattern);
    return { matches: (text) => expression.matcher(text).find() };
  } catch (error) {
    return { problem: (error as Error).message.replace(/^error parsing regexp: /, '') };
  }
}
