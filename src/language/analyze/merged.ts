import { typescript, type ts } from '../compiler/compiler.js';
import type { Analysis } from './analysis.js';
import { evaluate } from './evaluate.js';
import { annotationsOf } from './usages.js';
import type { Usage } from './usage.js';
import type { Annotations } from './usage.js';

/** Merges the annotations of all declarations of one type or one field, and reports contradictions. */
export function mergedAnnotations(declarations: readonly ts.Node[], analysis: Analysis): Annotations {
  const [first, ...others] = declarations;
  let merged = first === undefined ? { description: '', usages: [] } : annotationsOf(first, analysis);
  for (const other of others) merged = merge(merged, annotationsOf(other, analysis), first!, other, analysis);
  return merged;
}

function merge(one: Annotations, other: Annotations, first: ts.Node, at: ts.Node, analysis: Analysis): Annotations {
  const name = nameOf(at);
  if (one.description !== '' && other.description !== '' && one.description !== other.description) {
    const texts = { one: shorten(one.description), other: shorten(other.description) };
    const { file, line } = analysis.positionOf(nameNode(first));
    analysis.report('conflicting-declarations', nameNode(at), {
      name,
      what: 'its description',
      ...texts,
      first: `${file}:${line}`,
    });
  }
  const usages = other.usages.filter((usage) => {
    const same = usage.marker.repeatable ? undefined : one.usages.find(({ marker }) => marker === usage.marker);
    if (same !== undefined && !isSame(same, usage, analysis)) {
      const { file, line } = same.position;
      analysis.report('conflicting-declarations', usage.position, {
        name,
        what: usage.label,
        one: argumentsOf(same),
        other: argumentsOf(usage),
        first: `${file}:${line}`,
      });
    }
    return same === undefined;
  });
  return { description: one.description || other.description, usages: [...one.usages, ...usages] };
}

function isSame(one: Usage, other: Usage, analysis: Analysis): boolean {
  const length = Math.max(one.expressions.length, other.expressions.length);
  return Array.from({ length }, (_, index) => index).every((index) => {
    const texts = [one, other].map((each) => valueText(each, each.expressions[index], analysis));
    return texts[0] === texts[1];
  });
}

/** Returns the value of an argument as a string; for a marker, and for what cannot be read, the source text. */
function valueText(usage: Usage, expression: ts.Expression | undefined, analysis: Analysis): string | undefined {
  if (expression === undefined) return undefined;
  if (typescript.isCallExpression(expression)) {
    const nested = usage.nested(expression);
    const values = nested?.expressions.map((each) => valueText(nested, each, analysis));
    if (nested !== undefined) return JSON.stringify([nested.marker.name, values]);
  }
  const result = evaluate(expression, analysis);
  return 'value' in result ? JSON.stringify(result.value) : expression.getText();
}

function argumentsOf({ expressions }: Usage): string {
  return `(${expressions.map((each) => each.getText()).join(', ')})`;
}

function shorten(text: string): string {
  const [line = ''] = text.split('\n', 1);
  return JSON.stringify(line === text && line.length <= 60 ? line : `${line.slice(0, 60)}...`);
}

function nameNode(node: ts.Node): ts.Node {
  return typescript.getNameOfDeclaration(node as ts.Declaration) ?? node;
}

function nameOf(node: ts.Node): string {
  return nameNode(node).getText();
}
