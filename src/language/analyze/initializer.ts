import type { Schema } from '../../base/model/schema.js';
import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { isField, partsOf, type FieldDeclaration } from './declared.js';
import { evaluate } from './evaluate.js';
import { basesOf } from './owners.js';
import type { Usage } from './usage.js';
import { annotationsOf } from './usages.js';

/** Applies an initializer as the default: the field is always present when read, and optional when written. */
export function applyInitializer(schema: Schema, declaration: ts.Node, field: string, analysis: Analysis): void {
  if (!isField(declaration) || typescript.isPropertySignature(declaration)) return;
  if (declaration.initializer === undefined) return;
  if (annotationsOf(declaration, analysis).usages.some((usage) => setsDefault(usage, schema))) {
    analysis.report('duplicate-marker', declaration.initializer, { marker: 'the default' });
    return;
  }
  const { initializer } = declaration;
  const result = isOwnInstance(initializer, declaration, analysis) ? { value: {} } : evaluate(initializer, analysis);
  if (!('value' in result)) {
    const { unreadable, why } = result;
    const expression = unreadable.getText();
    if (why !== undefined) analysis.report(why, unreadable, { what: `the default of ${field}`, expression });
    else if (expression !== 'undefined') analysis.report('default-not-a-literal', unreadable, { field, expression });
    return;
  }
  schema.default = result.value;
  schema.origins = { ...schema.origins, default: analysis.positionOf(declaration.initializer) };
}

/** Reports whether a marker set the default of a schema. */
function setsDefault({ marker, position }: Usage, schema: Schema): boolean {
  return marker.name === 'Default' || (marker.name === 'Schema' && schema.origins?.default === position);
}

/**
 * Reports whether an initializer is `new Settings()`, for a field of the type `Settings`: an object to which the API
 * server adds the defaults of its fields. A constructor that does more than that is not one.
 */
function isOwnInstance(initializer: ts.Expression, field: FieldDeclaration, analysis: Analysis): boolean {
  if (!typescript.isNewExpression(initializer) || (initializer.arguments ?? []).length > 0) return false;
  const { checker } = analysis;
  const created = checker.getTypeAtLocation(initializer);
  if (checker.getNonNullableType(checker.getTypeAtLocation(field)) !== created) return false;
  const [declaration] = created.getSymbol()?.declarations ?? [];
  if (declaration === undefined || !typescript.isClassDeclaration(declaration)) return false;
  const parts = [declaration, ...basesOf(declaration, analysis)].flatMap((each) => partsOf(each, analysis));
  return parts.every((each) => !typescript.isClassDeclaration(each) || each.members.every(isWithoutCode));
}

function isWithoutCode(member: ts.ClassElement): boolean {
  if (!typescript.isConstructorDeclaration(member)) return true;
  return (member.body?.statements ?? []).every(
    (each) =>
      typescript.isExpressionStatement(each) &&
      typescript.isCallExpression(each.expression) &&
      each.expression.expression.kind === typescript.SyntaxKind.SuperKeyword,
  );
}
