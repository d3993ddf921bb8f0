import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { indentAt } from './add-units.js';
import type { Edit } from '../code/code-edit.js';
import { codeIn, tokensOf } from '../code/code-tokens.js';
import { assignedIn, callIn, type Unit } from '../code/code-units.js';
import { isSame, type UnitMerge } from './unit-edits.js';
import { namesIn } from '../imports/unused-imports.js';

/**
 * Returns the edits that give a user's variable the options that a change adds to the same call. Options without new
 * names, such as a log, and the values of existing options are not changed.
 * @returns undefined if the variable has another value, or may already have the options
 */
export function optionEdits({ style, isUnknown }: UnitMerge, wanted: Unit, own: Unit): readonly Edit[] | undefined {
  const [value, ownValue] = [wanted, own].map(({ node }) => assignedIn(node)?.value);
  // Without a value, there is nothing to extend.
  if (value === undefined) return [];
  if (ownValue === undefined) return undefined;
  const ours = tokensOf(value, wanted.file, style);
  if (isSame(ours, tokensOf(ownValue, own.file))) return [];
  const [call, ownCall] = [callIn(wanted.node, true), callIn(own.node, true)];
  if (call === undefined || ownCall === undefined) return undefined;
  const isSameCall = isSame(tokensOf(call.expression, wanted.file, style), tokensOf(ownCall.expression, own.file));
  if (!isSameCall || ownCall.arguments.length < call.arguments.length) return undefined;
  const edits = call.arguments.map((each, index) =>
    typescript.isObjectLiteralExpression(each)
      ? propertyEdits({ style, isUnknown }, [each, wanted.file], [ownCall.arguments[index]!, own.file])
      : [],
  );
  return edits.every((each) => each !== undefined) ? edits.flat() : undefined;
}

function propertyEdits(
  { style, isUnknown }: Pick<UnitMerge, 'style' | 'isUnknown'>,
  [wanted, file]: readonly [ts.ObjectLiteralExpression, ts.SourceFile],
  [own, { text }]: readonly [ts.Expression, ts.SourceFile],
): readonly Edit[] | undefined {
  if (!typescript.isObjectLiteralExpression(own) || own.properties.some(typescript.isSpreadAssignment))
    return undefined;
  const nameOf = ({ name }: ts.ObjectLiteralElementLike): string | undefined =>
    name !== undefined && (typescript.isIdentifier(name) || typescript.isStringLiteral(name)) ? name.text : undefined;
  const present = new Map(own.properties.map((each) => [nameOf(each), each]));
  const missing = wanted.properties.filter((each) => !present.has(nameOf(each)) && namesIn(each, []).some(isUnknown));
  const [first] = own.properties;
  if (missing.length === 0 || first === undefined) return missing.length === 0 ? [] : undefined;
  const isLines = text.slice(own.getStart(), first.getStart()).includes('\n');
  const gap = isLines ? `\n${indentAt(text, first.getStart())}` : ' ';
  return missing.map((each) => {
    const code = codeIn(style, file, each, [each.getStart(file), each.end]);
    const above = wanted.properties.slice(0, wanted.properties.indexOf(each)).toReversed();
    const previous = above.map((one) => present.get(nameOf(one))).find((one) => one !== undefined);
    if (previous === undefined) return { start: first.getStart(), end: first.getStart(), text: `${code},${gap}` };
    return { start: previous.end, end: previous.end, text: `,${gap}${code}` };
  });
}
