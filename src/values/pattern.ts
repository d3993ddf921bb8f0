import { createRequire } from 'node:module';
import type { RE2JS } from 're2js';
import { mostPatternSteps } from '../model/limits.js';

/** A compiled pattern, or why it is none. */
export type Pattern =
  | {
      /** True as well for a text that takes too long to be matched: what fits it is left to the API server. */
      readonly matches: (text: string) => boolean;
    }
  | { readonly problem: string };

const compiled = new Map<string, Pattern>();
let library: typeof RE2JS | undefined;

/**
 * A regular expression as the API server reads it: RE2, which has flags that JavaScript lacks, and neither look-ahead nor
 * back-references. https://github.com/google/re2/wiki/Syntax
 */
export function compilePattern(pattern: string): Pattern {
  const known = compiled.get(pattern) ?? (isSound(pattern) ? compiledWhenAsked(pattern) : compile(pattern));
  compiled.set(pattern, known);
  return known;
}

/**
 * Whether a pattern is easily told to be one in RE2 as well: loading RE2 and compiling a pattern take longer than all other
 * rules together, and the built-in types have patterns that nothing is matched with. More patterns are sound than these.
 */
function isSound(pattern: string): boolean {
  return pattern.length < 1000 && plainSyntax.test(pattern) && isJavaScript(pattern);
}

// A `^` of a class is one of its characters here: two ways to read it in each class are 2^n in all.
// No counted repetitions, which RE2 limits, no class in a class, no flags, no look-around and no back-references.
const plainSyntax =
  /^(?:[\w !"#%&',:;<=>@`~/.^$|*+?)-]|\((?:\?:|(?!\?))|\\[dDwWsS.^$*+?()[\]{}|\\/]|\[(?!\^?\])(?:[ -Z_-~^]|\\[dDwWsS.^$*+?()[\]{}|\\/-])+\])*$/;

function isJavaScript(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** What matches is for RE2 alone to say, but mostly nobody asks. */
function compiledWhenAsked(pattern: string): Pattern {
  let known: Pattern | undefined;
  return {
    matches: (text) => {
      known ??= compile(pattern);
      return 'matches' in known && known.matches(text);
    },
  };
}

function compile(pattern: string): Pattern {
  // Loaded with the first pattern that asks for it: most runs have none.
  library ??= (createRequire(import.meta.url)('re2js') as { RE2JS: typeof RE2JS }).RE2JS;
  try {
    const expression = library.compile(pattern);
    // RE2 looks at its whole program for each character.
    const longest = mostPatternSteps / expression.programSize();
    return { matches: (text) => text.length > longest || expression.matcher(text).find() };
  } catch (error) {
    return { problem: (error as Error).message.replace(/^error parsing regexp: /, '') };
  }
}
