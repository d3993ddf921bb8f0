import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';

/** Maximum number of properties of an object whose types are searched. Options and tables have few. */
const most = 30;

/**
 * Returns the types that a type consists of: the members of a union, the element type of a list or a promise, or the
 * properties of an object.
 */
export function partsOf(type: ts.Type, program: SourceProgram): readonly ts.Type[] {
  const { checker } = program;
  if (type.isUnionOrIntersection()) return type.types;
  if (type.aliasTypeArguments !== undefined) return type.aliasTypeArguments;
  if (!isObject(type)) return [];
  const isReference = (type.objectFlags & typescript.ObjectFlags.Reference) !== 0;
  const given = isReference ? checker.getTypeArguments(type as ts.TypeReference) : [];
  if (given.length > 0) return given;
  const [declaration] = type.symbol?.declarations ?? [];
  // The properties of types of the runtime, such as a client, are not composed by the code.
  if (declaration === undefined || !program.files.includes(declaration.getSourceFile())) return [];
  if (type.getCallSignatures().length + type.getConstructSignatures().length > 0) return [];
  const properties = checker.getPropertiesOfType(type);
  return properties.length > most ? [] : properties.map((each) => checker.getTypeOfSymbol(each));
}

/** Returns the only type argument of a generic type: a list, a promise, or a class of the project; undefined for other types. */
export function onlyPartOf(type: ts.Type, { checker }: SourceProgram): ts.Type | undefined {
  if (!isObject(type) || !(type.objectFlags & typescript.ObjectFlags.Reference) || checker.isTupleType(type))
    return undefined;
  const given = checker.getTypeArguments(type as ts.TypeReference);
  return given.length === 1 ? given[0] : undefined;
}

function isObject(type: ts.Type): type is ts.ObjectType {
  return (type.flags & typescript.TypeFlags.Object) !== 0;
}
