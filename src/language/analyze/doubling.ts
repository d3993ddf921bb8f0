import { mostExpressions } from '../../base/model/limits.js';
import { typescript, type ts } from '../compiler/compiler.js';

/** Maximum depth to which names are followed. What doubles is already too large after 17 steps. */
const deepestName = 500;

/** A declaration of a constant, an enum member, or a type. */
interface Declared {
  readonly name: ts.PropertyName;
  readonly content: ts.Node;
}

/** The parts that a declaration expands to: the names in it, each as often as it occurs. */
interface Written {
  readonly declared: Declared;
  readonly names: readonly string[];
}

/**
 * Returns the first declaration that expands to more parts than the limit: a string or a list built from another one
 * twice, which is built from another one twice, and so on. The compiler expands strings and lists without a limit when
 * it is asked for their types. Names are matched by their text alone, wherever they are declared, because the limit is
 * far above what people write by hand.
 */
export function findDoubling(files: Iterable<ts.SourceFile>): Declared | undefined {
  const written = new Map<string, Written[]>();
  for (const file of files) {
    for (const declared of declaredIn(file.statements)) {
      const name = nameOf(declared.name);
      const known = written.get(name) ?? [];
      written.set(name, known);
      known.push({ declared, names: namesIn(declared.content) });
    }
  }
  const sizes = new Map<string, number>();
  const sizeOf = (name: string, depth: number): number => {
    const known = sizes.get(name);
    if (known !== undefined || depth > deepestName) return known ?? 1;
    // A declaration that refers to itself ends here; the compiler reports it.
    sizes.set(name, 1);
    const size = (written.get(name) ?? []).reduce((most, each) => Math.max(most, partsOf(each, depth + 1)), 1);
    sizes.set(name, size);
    return size;
  };
  const partsOf = ({ names }: Written, depth = 0): number => names.reduce((sum, name) => sum + sizeOf(name, depth), 1);
  for (const each of written.values()) {
    const found = each.find((one) => partsOf(one) > mostExpressions);
    if (found !== undefined) return found.declared;
  }
  return undefined;
}

/** Yields constants, enum members and type aliases, including those in namespaces. */
function* declaredIn(statements: Iterable<ts.Statement>): Generator<Declared> {
  for (const statement of statements) {
    if (typescript.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (initializer && typescript.isIdentifier(name)) yield { name, content: initializer };
      }
    } else if (typescript.isEnumDeclaration(statement)) {
      for (const { name, initializer } of statement.members) if (initializer) yield { name, content: initializer };
    } else if (typescript.isTypeAliasDeclaration(statement)) {
      yield { name: statement.name, content: statement.type };
    } else if (
      typescript.isModuleDeclaration(statement) &&
      statement.body &&
      typescript.isModuleBlock(statement.body)
    ) {
      yield* declaredIn(statement.body.statements);
    }
  }
}

function nameOf(name: ts.PropertyName): string {
  return typescript.isIdentifier(name) || typescript.isStringLiteralLike(name) ? name.text : '';
}

/**
 * Returns the names that a string or a list is built from. It does not recurse, because a sum is as deep as it is long.
 */
function namesIn(node: ts.Node): readonly string[] {
  const names: string[] = [];
  const left: ts.Node[] = [node];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typescript.isIdentifier(next)) names.push(next.text);
    else if (typescript.isPropertyAccessExpression(next)) names.push(next.name.text);
    else if (typescript.isTypeReferenceNode(next)) names.push(lastOf(next.typeName));
    else if (typescript.isTypeQueryNode(next)) names.push(lastOf(next.exprName));
    else left.push(...partsWrittenOut(next));
  }
  return names;
}

function lastOf(name: ts.EntityName): string {
  return typescript.isIdentifier(name) ? name.text : name.right.text;
}

/** Returns the parts of an expression or a type that the compiler copies into the result. */
function partsWrittenOut(node: ts.Node): readonly ts.Node[] {
  if (typescript.isBinaryExpression(node)) return [node.left, node.right];
  if (typescript.isTemplateExpression(node)) return node.templateSpans.map(({ expression }) => expression);
  if (typescript.isArrayLiteralExpression(node)) return node.elements.filter(typescript.isSpreadElement);
  if (typescript.isTemplateLiteralTypeNode(node)) return node.templateSpans.map(({ type }) => type);
  if (typescript.isUnionTypeNode(node)) return node.types;
  if (typescript.isTupleTypeNode(node)) return node.elements.flatMap(spreadOf);
  if (typescript.isTypeOperatorNode(node) || typescript.isParenthesizedTypeNode(node)) return [node.type];
  return isWrapper(node) ? [node.expression] : [];
}

function spreadOf(element: ts.TypeNode | ts.NamedTupleMember): readonly ts.Node[] {
  if (typescript.isRestTypeNode(element)) return [element.type];
  return typescript.isNamedTupleMember(element) && element.dotDotDotToken ? [element.type] : [];
}

type Wrapper = ts.ParenthesizedExpression | ts.AsExpression | ts.SatisfiesExpression | ts.SpreadElement;

function isWrapper(node: ts.Node): node is Wrapper {
  return (
    typescript.isParenthesizedExpression(node) ||
    typescript.isAsExpression(node) ||
    typescript.isSatisfiesExpression(node) ||
    typescript.isSpreadElement(node)
  );
}
