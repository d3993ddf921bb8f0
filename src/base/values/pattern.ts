import { createRequire } from 'node:module';
import type { RE2JS } from 're2js';
import { mostPatternSteps } from '../model/limits.js';

/** A compiled pattern, or the reason why it is invalid. */
export type Pattern =
  | {
      /** Also returns true for a string that takes too long to match, which is left to the API server. */
      readonly matches: (text: string) => boolean;
    }
  | { readonly problem: string };

const compiled = new Map<string, Pattern>();
let library: typeof RE2JS | undefined;

/**
 * Compiles a regular expression as the API server does: as RE2, which has flags that JavaScript lacks, and neither
 * lookahead nor backreferences. https://github.com/google/re2/wiki/Syntax
 */
export function compilePattern(pattern: string): Pattern {
  const known = compiled.get(pattern) ?? (isSound(pattern) ? compiledWhenAsked(pattern) : compile(pattern));
  compiled.set(pattern, known);
  return known;
}

/**
 * Reports whether a pattern is obviously valid in RE2 too. Loading RE2 and compiling a pattern take longer than all
 * other rules together, and the built-in types have patterns that are never matched against anything. There are valid
 * patterns that this check does not recognize.
 */
function isSound(pattern: string): boolean {
  return pattern.length < 1000 && plainSyntax.test(pattern) && isJavaScript(pattern);
}

// The `^` of a negated class is matched as one of its characters: two ways to match it per class would take 2^n steps
// in all. Excluded are counted repetitions, which RE2 limits, nested classes, flags, lookaround and backreferences.
const plainSyntax =
  /^(?:[\w !"#%&',:;<=>@`~/.^$|*+?)-]|\((?:\?:|(?!\?))|\\[dDwWsS.^$*+?()[\]{}|\\/]|\[(?!\^?\])(?:[ -Z_-~^]|\\[dDwWsS.^$*+?()[\]{}|\\/-])+\])*$/;

function isJavaScript(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/**
 * Returns a pattern that is compiled on first use. Only RE2 decides what matches, but most patterns are never matched.
 */
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
  // Loaded for the first pattern that needs it, because most runs have none.
  library ??= (createRequire(import.meta.url)('re2js') as { RE2JS: typeof RE2JS }).RE2JS;
  try {
    const expression = library.compile(pattern);
    // RE2 visits its whole program for each character.
    const longest = mostPatternSteps / expression.programSize();
    return { matches: (text) => text.length > longest || expression.matcher(text).find() };
  } catch (error) {
    return { problem: (error as Error).message.replace(/^error parsing regexp: /, '') };
  }
}
