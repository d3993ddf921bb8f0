import type { Schema } from '../../base/model/schema.js';
import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { scalarSchema } from './scalars.js';

const { TypeFlags } = typescript;

/**
 * Returns the schema of a template literal type, or of a union that contains one: a string with a pattern. Undefined
 * for other types.
 */
export function templateSchema(members: readonly ts.Type[], analysis: Analysis): Schema | undefined {
  if (!members.some(({ flags }) => flags & TypeFlags.TemplateLiteral)) return undefined;
  // A number inside a template is text, but a number next to one is not.
  if (!members.every(({ flags }) => flags & (TypeFlags.TemplateLiteral | TypeFlags.StringLiteral))) return undefined;
  const patterns = members.map((each) => textPattern(each, analysis));
  if (patterns.includes(undefined)) return undefined;
  // The compiler's order of a union depends on which file it read first.
  const sorted = (patterns as string[]).toSorted();
  return { type: 'string', pattern: sorted.length === 1 ? `^${sorted[0]}$` : `^(${sorted.join('|')})$` };
}

/** Returns a regular expression (RE2) for the strings that a type allows, without anchors. */
function textPattern(type: ts.Type, analysis: Analysis): string | undefined {
  if (type.flags & TypeFlags.TemplateLiteral) return templatePattern(type as ts.TemplateLiteralType, analysis);
  if (type.flags & TypeFlags.StringLiteral) return escape((type as ts.StringLiteralType).value);
  if (type.flags & TypeFlags.NumberLiteral) return escape(String((type as ts.NumberLiteralType).value));
  if (type.flags & TypeFlags.Boolean) return '(true|false)';
  if (type.flags & TypeFlags.BigInt || scalarSchema(type, analysis)?.type === 'integer') return '-?[0-9]+';
  if (type.flags & TypeFlags.Number || scalarSchema(type, analysis)?.type === 'number') {
    return '-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?';
  }
  if (type.flags & TypeFlags.String || scalarSchema(type, analysis)?.type === 'string') return '.*';
  if (!type.isUnion()) return undefined;
  const parts = type.types.map((each) => textPattern(each, analysis));
  return parts.includes(undefined) ? undefined : `(${(parts as string[]).toSorted().join('|')})`;
}

function templatePattern({ texts, types }: ts.TemplateLiteralType, analysis: Analysis): string | undefined {
  let pattern = escape(texts[0]!);
  for (const [index, type] of types.entries()) {
    const part = textPattern(type, analysis);
    if (part === undefined) return undefined;
    pattern += part + escape(texts[index + 1]!);
  }
  return pattern;
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
