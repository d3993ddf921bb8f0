import type { RbacRule } from '../model/rbac.js';
import { typescript, type ts } from '../ts/compiler.js';
import type { Analysis } from './analysis.js';
import { readArguments } from './arguments.js';
import { annotationsOf } from './usages.js';

/** The permissions that a file declares, in source order: as decorators, and as tags on any declaration. */
export function permissionsOf(file: ts.SourceFile, analysis: Analysis): readonly RbacRule[] {
  const rules: RbacRule[] = [];
  const visit = (node: ts.Node): void => {
    if (canCarry(node)) rules.push(...rulesOn(node, analysis));
    typescript.forEachChild(node, visit);
  };
  visit(file);
  return rules;
}

function canCarry(node: ts.Node): boolean {
  return typescript.isStatement(node) || typescript.isClassElement(node) || typescript.isTypeElement(node);
}

function rulesOn(node: ts.Node, analysis: Analysis): RbacRule[] {
  return annotationsOf(node, analysis).usages.flatMap((usage) => {
    if (usage.marker.on !== 'rbac') return [];
    const values = readArguments(usage, analysis);
    return values === undefined ? [] : [{ ...usage.marker.apply(values as never[]), position: usage.position }];
  });
}
