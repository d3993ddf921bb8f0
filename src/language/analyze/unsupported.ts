import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import type { Place } from './place.js';

const { TypeFlags, SymbolFlags } = typescript;

/** Unsupported types and their alternatives; the first row that matches is reported. */
const refusals: readonly {
  readonly fits: (type: ts.Type, analysis: Analysis) => boolean;
  readonly instead: string;
}[] = [
  {
    fits: (type, { checker }) => checker.isTupleType(type),
    instead: 'write a list whose items have the same type, or an object with a named field for each place',
  },
  {
    fits: (type) => type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0,
    instead: 'objects of a kind are JSON: move the function out of the type',
  },
  { fits: (type) => isGlobal(type, 'Date'), instead: "write Time or MicroTime, from '@operator-gen/runtime/api'" },
  { fits: (type) => isGlobal(type, 'Map', 'ReadonlyMap', 'WeakMap'), instead: 'write Record<string, ...>' },
  { fits: (type) => isGlobal(type, 'Set', 'ReadonlySet', 'WeakSet'), instead: "write a list, with @ListType('set')" },
  { fits: (type) => isGlobal(type, 'Iterable'), instead: 'write a list' },
  { fits: (type) => isGlobal(type, 'URL', 'String'), instead: 'write string' },
  {
    fits: (type) => isGlobal(type, 'Buffer', 'Uint8Array', 'ArrayBuffer'),
    instead: "write Bytes, from '@operator-gen/runtime/api'",
  },
  { fits: (type) => isGlobal(type, 'Boolean'), instead: 'write boolean' },
  {
    fits: (type) => isGlobal(type, 'Number'),
    instead: "write Int32, Int64 or Double, from '@operator-gen/runtime/api'",
  },
  {
    fits: (type) => isGlobal(type, 'Promise', 'RegExp', 'Function', 'Symbol', 'Error', 'BigInt'),
    instead: 'use a type that exists in JSON',
  },
  { fits: (type) => (type.flags & TypeFlags.BigIntLike) !== 0, instead: 'write Int64, or a string for larger numbers' },
  { fits: (type) => (type.flags & TypeFlags.ESSymbolLike) !== 0, instead: 'use a type that exists in JSON' },
  {
    fits: (type) => (type.flags & (TypeFlags.TemplateLiteral | TypeFlags.StringMapping)) !== 0,
    instead: 'write string with @Pattern(...)',
  },
  {
    fits: (type) => (type.flags & (TypeFlags.Never | TypeFlags.Void | TypeFlags.Undefined | TypeFlags.Null)) !== 0,
    instead: 'remove the field, or change its type: no value is valid for it',
  },
  {
    fits: (type) => (type.flags & (TypeFlags.TypeParameter | TypeFlags.Conditional | TypeFlags.Index)) !== 0,
    instead: 'specify the type arguments of the generic',
  },
];

/** Reports a type that has no schema. False if it can have one. */
export function unsupportedType(type: ts.Type, place: Place, analysis: Analysis): boolean {
  const at = { field: place.field, type: writtenType(type, place, analysis) };
  const where = place.written?.node ?? place.node;
  if (type.flags & TypeFlags.Any && (type as { intrinsicName?: string }).intrinsicName === 'error') {
    const broken = brokenImport(place.written?.node, analysis);
    if (broken !== undefined) analysis.report('unsupported-import', broken.specifier, broken);
    else if (isDeclared(place.written?.node, analysis))
      analysis.report('unsupported-type', where, { ...at, instead: unknown });
    else analysis.report('unresolved-type', where, at);
    return true;
  }
  if (type.flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.NonPrimitive) || isGlobal(type, 'Object')) {
    analysis.report('any-type', where, at);
    return true;
  }
  if (type.flags & TypeFlags.NumberLike) {
    analysis.report('bare-number', where, at);
    return true;
  }
  const refusal = refusals.find(({ fits }) => fits(type, analysis));
  if (refusal === undefined) return false;
  analysis.report('unsupported-type', where, { ...at, instead: refusal.instead });
  return true;
}

const unknown = 'fix the names in its declaration, or simplify it: the compiler cannot resolve it';

/** Reports whether a type node is the name of a declaration. */
function isDeclared(written: ts.TypeNode | undefined, analysis: Analysis): boolean {
  if (written === undefined || !typescript.isTypeReferenceNode(written)) return false;
  return analysis.symbolAt(written.typeName)?.declarations !== undefined;
}

/** Returns the import that a type node comes from, if the import cannot be resolved. */
function brokenImport(
  written: ts.TypeNode | undefined,
  analysis: Analysis,
):
  { readonly specifier: ts.Node; readonly name: string; readonly module: string; readonly reason: string } | undefined {
  if (written === undefined || !typescript.isTypeReferenceNode(written)) return undefined;
  const first = leftmost(written.typeName);
  const declaration = analysis.checker.getSymbolAtLocation(first)?.declarations?.[0];
  const statement = declaration && typescript.findAncestor(declaration, typescript.isImportDeclaration);
  const specifier = statement?.moduleSpecifier;
  if (specifier === undefined || !typescript.isStringLiteral(specifier)) return undefined;
  const reason = analysis.program.whyUnread(specifier.text, specifier.getSourceFile().fileName);
  return reason === undefined ? undefined : { specifier, name: first.text, module: specifier.text, reason };
}

function leftmost(name: ts.EntityName): ts.Identifier {
  return typescript.isIdentifier(name) ? name : leftmost(name.left);
}

/** Reports whether a type is one of these types of the standard library, and not a user's type of the same name. */
function isGlobal(type: ts.Type, ...names: readonly string[]): boolean {
  const symbol = type.getSymbol();
  if (symbol === undefined || !names.includes(symbol.name) || !(symbol.flags & SymbolFlags.Type)) return false;
  return symbol.declarations?.[0]?.getSourceFile().fileName.startsWith('/operator-gen/') ?? false;
}

/** Returns the type as written by the user, which is all that is known about a type that was not found. */
function writtenType(type: ts.Type, place: Place, analysis: Analysis): string {
  return place.written?.node.getText() ?? analysis.checker.typeToString(type);
}
