import { typescript, type ts } from '../compiler/compiler.js';
import type { SourceProgram } from '../compiler/program.js';
import { nameOf, visitAll } from './calls.js';
import { effectNames } from './effects.js';

/** Calls that can be requests. */
interface Candidates {
  readonly calls: readonly ts.CallExpression[];
  /** Names of the methods and functions, also those that the code gives them. */
  readonly names: ReadonlySet<string>;
}

/** Returns the calls in the sources, and the names by which requests are sent. */
export function candidatesIn({ files }: SourceProgram): Candidates {
  const calls: ts.CallExpression[] = [];
  const names = new Set(effectNames);
  const visit = (node: ts.Node): void => {
    if (typescript.isCallExpression(node)) calls.push(node);
    else if (typescript.isVariableDeclaration(node) && node.initializer !== undefined) {
      const value = nameOf(node.initializer);
      if (value !== undefined && effectNames.has(textOf(value))) names.add(textOf(node.name));
    } else if (
      (typescript.isBindingElement(node) || typescript.isImportSpecifier(node) || typescript.isExportSpecifier(node)) &&
      node.propertyName !== undefined &&
      effectNames.has(textOf(node.propertyName))
    )
      names.add(textOf(node.name));
  };
  for (const file of files) visitAll(file, visit);
  return { calls, names };
}

/** Returns the text of a name. */
export function textOf(name: ts.Node): string {
  return typescript.isIdentifier(name) || typescript.isStringLiteralLike(name) ? name.text : name.getText();
}
