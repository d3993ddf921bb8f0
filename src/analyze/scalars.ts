import type { Schema } from '../model/schema.js';
import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';

// https://github.com/kubernetes/apimachinery/blob/master/pkg/api/resource/quantity.go says what a quantity looks like.
const quantityPattern =
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$';

/** The schema of each scalar of `@operator-gen/runtime/api`, under the name of its flavour. */
const scalars: Readonly<Record<string, () => Schema>> = {
  Int32: () => ({ type: 'integer', format: 'int32' }),
  Int64: () => ({ type: 'integer', format: 'int64' }),
  Double: () => ({ type: 'number', format: 'double' }),
  Quantity: () => ({ ...intOrString(), pattern: quantityPattern }),
  IntOrString: intOrString,
  Duration: () => ({ type: 'string' }),
  Time: () => ({ type: 'string', format: 'date-time' }),
  MicroTime: () => ({ type: 'string', format: 'date-time' }),
  Bytes: () => ({ type: 'string', format: 'byte' }),
  Json: () => ({ preserveUnknownFields: true }),
  RawExtension: () => ({ type: 'object', preserveUnknownFields: true }),
};

function intOrString(): Schema {
  return { anyOf: [{ type: 'integer' }, { type: 'string' }], intOrString: true };
}

/** The schema of a flavoured scalar, or undefined for any other type. */
export function scalarSchema(type: ts.Type, analysis: Analysis): Schema | undefined {
  const name = flavourOf(type, analysis);
  return name === undefined ? undefined : scalars[name]?.();
}

/**
 * The flavour is a property under a unique symbol that only our scalars have. It, and not the alias's name, survives
 * generics, `Pick` and optional properties.
 */
function flavourOf(type: ts.Type, analysis: Analysis): string | undefined {
  const property = analysis.checker
    .getPropertiesOfType(type)
    .find(({ escapedName }) => (escapedName as string).startsWith('__@flavour@'));
  const file = property?.declarations?.[0]?.getSourceFile();
  if (property === undefined || file === undefined || !analysis.isOurs(file, 'api/')) return undefined;
  const flavours = analysis.checker.getNonNullableType(analysis.checker.getTypeOfSymbol(property));
  return flavours.flags & typescript.TypeFlags.StringLiteral ? (flavours as ts.StringLiteralType).value : undefined;
}
