import { typescript, type ts } from '../../../language/compiler/compiler.js';
import type { SourceProgram } from '../../../language/compiler/program.js';

/** Most properties of an object whose types are looked into: those of options and tables are few. */
const most = 30;

/** Returns the types that a type consists of: of a union, its members; of a list or a promise, what it is of; of an object, its properties. */
export function partsOf(type: ts.Type, program: SourceProgram): readonly ts.Type[] {
  const { checker } = program;
  if (type.isUnionOrIntersection()) return type.types;
  if (type.aliasTypeArguments !== undefined) return type.aliasTypeArguments;
  if (!isObject(type)) return [];
  const isReference = (type.objectFlags & typescript.ObjectFlags.Reference) !== 0;
  const given = isReference ? checker.getTypeArguments(type as ts.TypeReference) : [];
  if (given.length > 0) return given;
  const [declaration] = type.symbol?.declarations ?? [];
  // The properties of what the runtime declares, such as a client, are not what the code puts together.
  if (declaration === undefined || !program.files.includes(declaration.getSourceFile())) return [];
  if (type.getCallSignatures().length + type.getConstructSignatures().length > 0) return [];
  const properties = checker.getPropertiesOfType(type);
  return properties.length > most ? [] : properties.map((each) => checker.getTypeOfSymbol(each));
}

/** Returns the only type that a generic type is of: of a list, a promise, or a class of the project; undefined for others. */
export function onlyPartOf(type: ts.Type, { checker }: SourceProgram): ts.Type | undefined {
  if (!isObject(type) || !(type.objectFlags & typescript.ObjectFlags.Reference) || checker.isTupleType(type))
    return undefined;
  const given = checker.getTypeArguments(type as ts.TypeReference);
  return given.length === 1 ? given[0] : undefined;
}

function isObject(type: ts.Type): type is ts.ObjectType {
  return (type.flags & typescript.TypeFlags.Object) !== 0;
}
