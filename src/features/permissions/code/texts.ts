import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';
import { bare } from './calls.js';
import { constantText } from './constants.js';
import type { Tracer } from './tracer.js';

/** Maximum number of different texts, and of steps to one. If there are more, the result is unknown. */
const most = 50;

/** Returns the possible texts of an expression; undefined if not all are known. */
export function textsOf(
  node: ts.Expression,
  program: SourceProgram,
  tracer: Tracer,
  steps = most,
): readonly string[] | undefined {
  const inner = bare(node);
  const known = constantText(inner, program);
  if (known !== undefined) return [known];
  if (steps === 0) return undefined;
  const read = (part: ts.Expression) => textsOf(part, program, tracer, steps - 1);
  if (typescript.isTemplateExpression(inner)) {
    const parts = inner.templateSpans.flatMap(({ expression, literal }) => [read(expression), [literal.text]]);
    return product([[inner.head.text], ...parts]);
  }
  if (typescript.isBinaryExpression(inner) && inner.operatorToken.kind === typescript.SyntaxKind.PlusToken)
    return product([read(inner.left), read(inner.right)]);
  const byType = literalsIn(program.checker.getTypeAtLocation(inner));
  if (byType !== undefined) return byType;
  const { values, isOpen } = tracer.originsOf(inner);
  return isOpen ? undefined : union([...values].map((value) => (value === inner ? undefined : read(value))));
}

/** Returns the possible texts of a property of an object; undefined if not all are known. */
export function textsOfProperty(
  object: ts.Expression,
  name: string,
  program: SourceProgram,
  tracer: Tracer,
): readonly string[] | undefined {
  const { values, isOpen } = tracer.originsOfProperty(object, name);
  return isOpen || values.size === 0 ? undefined : union([...values].map((each) => textsOf(each, program, tracer)));
}

/** Returns the texts of a type that consists of literals. */
function literalsIn(type: ts.Type): readonly string[] | undefined {
  const types = type.isUnion() ? type.types : [type];
  const texts = types.flatMap((each) => (each.isStringLiteral() ? [each.value] : []));
  return texts.length > 0 && texts.length === types.length ? texts : undefined;
}

function union(all: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  return all.includes(undefined) ? undefined : [...new Set(all.flatMap((each) => each ?? []))];
}

/** Returns all concatenations of one text of each part. */
function product(parts: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  let texts: readonly string[] = [''];
  for (const part of parts) {
    if (part === undefined || part.length * texts.length > most) return undefined;
    texts = texts.flatMap((start) => part.map((end) => start + end));
  }
  return texts;
}
