import { typescript, type ts } from '../../../language/compiler/compiler.js';
import { isAssignment } from './calls.js';
import type { Following } from './following.js';

/** Follows the result of an operator: one of its operands, or a new value. */
export function followOperator(node: ts.BinaryExpression, to: Following): void {
  const { AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken, CommaToken } = typescript.SyntaxKind;
  const kind = node.operatorToken.kind;
  const isAssigned = isAssignment(node);
  const isEither = kind === BarBarToken || kind === QuestionQuestionToken;
  if (isEither || (isAssigned && kind !== typescript.SyntaxKind.EqualsToken)) to.follow(node.left);
  if (isEither || isAssigned || kind === AmpersandAmpersandToken || kind === CommaToken) to.follow(node.right);
  else to.values.add(node);
}
