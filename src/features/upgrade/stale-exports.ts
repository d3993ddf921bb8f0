import { diagnostic, type Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Host } from '../../base/io/host.js';
import { positionAt } from '../../language/compiler/position.js';
import { typescript, type ts } from '../../language/compiler/compiler.js';
import type { RenamedExport } from '../../base/model/renamed-export.js';
import { isRelative, readWorld, type CodeWorld } from '../../scaffold/refactor/code/code-world.js';
import { parseConcerned } from '../../scaffold/refactor/code/parse-code.js';
import { concerns } from '../../scaffold/refactor/names/rename-exports.js';

/**
 * Returns the places in code after an upgrade that can still refer to renamed exports by their old names, although it is
 * not certain: members of other objects, strings, and imports from files that export everything of the package.
 */
export function staleExports(host: Host, root: string, renames: readonly RenamedExport[]): readonly Diagnostic[] {
  if (renames.length === 0) return [];
  const world = readWorld(host, root);
  const program = parseConcerned(world, (_, text) => renames.some(({ from }) => text.includes(from)));
  // Sets the parents of all nodes.
  program.getTypeChecker();
  return program.getSourceFiles().flatMap((file) =>
    renames.flatMap((rename) =>
      stalePlaces(world, file, rename).map((node) => {
        const at = positionAt(file, node.getStart(file), node.end, root);
        return diagnostic('stale-name', { word: rename.from, newWord: rename.to }, at);
      }),
    ),
  );
}

function stalePlaces(world: CodeWorld, file: ts.SourceFile, rename: RenamedExport): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const usesModule = concerns(file.text, rename);
  const visit = (node: ts.Node): void => {
    const isIt = (typescript.isIdentifier(node) || typescript.isStringLiteralLike(node)) && node.text === rename.from;
    if (isIt && ((usesModule && isMember(node)) || isPassedOn(world, file, node, rename))) found.push(node);
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Reports whether a node is a name that is looked up in an object, or a string. */
function isMember(node: ts.Node): boolean {
  const { parent } = node;
  if (typescript.isStringLiteralLike(node)) return true;
  if (typescript.isPropertyAccessExpression(parent) || typescript.isPropertyAssignment(parent))
    return parent.name === node;
  if (typescript.isQualifiedName(parent)) return parent.right === node;
  if (!typescript.isBindingElement(parent) || !typescript.isObjectBindingPattern(parent.parent)) return false;
  return (parent.propertyName ?? parent.name) === node;
}

/** Reports whether a name is imported from a file of the project that re-exports everything from the module. */
function isPassedOn(world: CodeWorld, file: ts.SourceFile, node: ts.Node, { module }: RenamedExport): boolean {
  const { parent } = node;
  if (!typescript.isImportSpecifier(parent) && !typescript.isExportSpecifier(parent)) return false;
  const { moduleSpecifier: specifier } = typescript.isImportSpecifier(parent)
    ? parent.parent.parent.parent
    : parent.parent.parent;
  if ((parent.propertyName ?? parent.name) !== node) return false;
  if (specifier === undefined || !typescript.isStringLiteral(specifier) || !isRelative(specifier.text)) return false;
  const path = world.resolve(specifier.text, file.fileName);
  const text = path === undefined ? undefined : world.readable(path);
  return text !== undefined && text.includes(module) && /\bexport\s*\*\s*from\b/.test(text);
}
