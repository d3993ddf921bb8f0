import { quantityPattern } from '../../base/model/quantity.js';
import type { Schema } from '../../base/model/schema.js';
import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';

/** The schema of each scalar of `@operator-gen/runtime/api`, by the name of its flavor. */
const scalars: Readonly<Record<string, () => Schema>> = {
  Int32: () => ({ type: 'integer', format: 'int32' }),
  Int64: () => ({ type: 'integer', format: 'int64' }),
  Double: () => ({ type: 'number', format: 'double' }),
  Integer: () => ({ type: 'integer' }),
  JsonNumber: () => ({ type: 'number' }),
  Quantity: () => ({ ...intOrString(), pattern: quantityPattern, scalar: 'Quantity' }),
  IntOrString: () => ({ ...intOrString(), scalar: 'IntOrString' }),
  Duration: () => ({ type: 'string', scalar: 'Duration' }),
  Time: () => ({ type: 'string', format: 'date-time', scalar: 'Time' }),
  MicroTime: () => ({ type: 'string', format: 'date-time', scalar: 'MicroTime' }),
  Bytes: () => ({ type: 'string', format: 'byte' }),
  Json: () => ({ preserveUnknownFields: true }),
  RawExtension: () => ({ type: 'object', preserveUnknownFields: true }),
};

function intOrString(): Schema {
  return { anyOf: [{ type: 'integer' }, { type: 'string' }], intOrString: true };
}

/** Returns the schema of a flavored scalar, or undefined for any other type. */
export function scalarSchema(type: ts.Type, analysis: Analysis): Schema | undefined {
  const name = flavourOf(type, analysis);
  return name === undefined ? undefined : scalars[name]?.();
}

/**
 * Returns the flavor of a type: a property under a unique symbol that only our scalars have. Unlike the name of the
 * alias, it survives generics, `Pick` and optional properties.
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
