import { CST, Lexer } from 'yaml';
import { same } from './values.js';
import { readYaml, valuesOf } from './yaml-source.js';

/** Returns the comments of a YAML text, both those on their own lines and those after values. */
export function yamlComments(text: string): readonly string[] {
  const found: string[] = [];
  let isScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme.startsWith('#') && !isScalar) found.push(lexeme.trim());
    isScalar = lexeme === CST.SCALAR;
  }
  return found;
}

/** Reports whether two YAML texts can be read and have the same values, regardless of comments and formatting. */
export function sameValues(one: string, other: string): boolean {
  const [left, right] = [readYaml(one), readYaml(other)];
  if ('message' in left || 'message' in right) return false;
  return same(valuesOf(left), valuesOf(right));
}
