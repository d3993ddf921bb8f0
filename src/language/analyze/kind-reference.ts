import { posix } from 'node:path';
import { typescript, type ts } from '../compiler/compiler.js';
import type { KindReference } from '../../base/model/rbac.js';
import type { Analysis } from './analysis.js';
import { dereference, evaluate } from './evaluate.js';

const builtIns = '@operator-gen/runtime/k8s/';

/**
 * Returns the kind that an expression stands for: a class, a built-in handle, or a handle made by `defineResource`;
 * undefined for anything else. Modules with built-in kinds are not read, because parsing them takes longer than
 * everything else.
 */
export function kindReference(expression: ts.Expression, analysis: Analysis): KindReference | undefined {
  const node = dereference(expression, analysis);
  if (typescript.isCallExpression(node)) return definedBy(node, analysis);
  // `import * as apps from '@operator-gen/runtime/k8s/apps/v1'` and `apps.Deployment`
  if (typescript.isPropertyAccessExpression(node) && typescript.isIdentifier(node.expression)) {
    const module = moduleOf(originOf(node.expression, analysis));
    if (module?.startsWith(builtIns)) return { module: module.slice(builtIns.length), name: node.name.text };
  }
  if (!typescript.isIdentifier(node) && !typescript.isPropertyAccessExpression(node)) return undefined;
  const declaration = analysis.symbolAt(node)?.valueDeclaration;
  if (declaration !== undefined) return declaredBy(declaration, analysis);
  const origin = originOf(node, analysis);
  const module = moduleOf(origin);
  if (module === undefined) return undefined;
  const name = importedName(origin!);
  return module.startsWith(builtIns) ? { module: module.slice(builtIns.length), name } : { name };
}

function declaredBy(declaration: ts.Declaration, analysis: Analysis): KindReference | undefined {
  const name = typescript.getNameOfDeclaration(declaration)?.getText();
  const file = declaration.getSourceFile();
  if (name === undefined) return undefined;
  const folder = `${analysis.program.runtime}/k8s/`;
  if (file.fileName.startsWith(folder))
    return { module: file.fileName.slice(folder.length).replace(/\.d\.ts$/, ''), name };
  if (!typescript.isClassDeclaration(declaration)) return undefined;
  return { file: posix.relative(analysis.program.root, file.fileName), name };
}

/** Returns the kind of `defineResource({ group: 'example.com', plural: 'things', ... })`. */
function definedBy(
  { expression, arguments: [info] }: ts.CallExpression,
  analysis: Analysis,
): KindReference | undefined {
  if (info === undefined || !typescript.isIdentifier(expression)) return undefined;
  const origin = originOf(expression, analysis);
  const name = origin === undefined ? expression.text : importedName(origin);
  if (name === 'metadataOnly') return kindReference(info, analysis);
  const result = name === 'defineResource' ? evaluate(info, analysis) : undefined;
  if (result === undefined || !('value' in result)) return undefined;
  const { group, plural } = result.value as { readonly group?: unknown; readonly plural?: unknown };
  return typeof group === 'string' && typeof plural === 'string' ? { group, plural } : undefined;
}

/** Returns the import or export by which a name enters the sources, through files that pass it on. */
function originOf(name: ts.Identifier | ts.PropertyAccessExpression, analysis: Analysis): ts.Declaration | undefined {
  const { checker } = analysis;
  let symbol = checker.getSymbolAtLocation(name);
  let declaration: ts.Declaration | undefined;
  // The number of steps is limited because files can pass a name on in a circle.
  for (let step = 0; step < 20 && symbol !== undefined && symbol.flags & typescript.SymbolFlags.Alias; step += 1) {
    declaration = symbol.declarations?.[0] ?? declaration;
    symbol = checker.getImmediateAliasedSymbol(symbol);
  }
  return declaration;
}

/** Returns the module that an import or an export names. */
function moduleOf(declaration: ts.Declaration | undefined): string | undefined {
  let node: ts.Node | undefined = declaration;
  while (node !== undefined && !typescript.isImportDeclaration(node) && !typescript.isExportDeclaration(node))
    node = node.parent;
  const specifier = node?.moduleSpecifier;
  return specifier !== undefined && typescript.isStringLiteral(specifier) ? specifier.text : undefined;
}

function importedName(declaration: ts.Declaration): string {
  const isSpecifier = typescript.isImportSpecifier(declaration) || typescript.isExportSpecifier(declaration);
  const name = isSpecifier ? (declaration.propertyName ?? declaration.name) : undefined;
  return name?.text ?? '';
}
