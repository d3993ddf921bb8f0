import { isMap, isPair, isScalar, visit } from 'yaml';
import { isYamlProblem, yamlDocuments } from '../../base/text/yaml-documents.js';

/** The text of a file in which documents that are templates are replaced with empty lines. */
export interface Readable {
  readonly text: string;
  /** The first lines of expressions in skipped CRDs. */
  readonly skipped: readonly number[];
}

/** A line that contains only the start or the end of a condition, or a comment. */
const control = /^\{\{-?\s*(?:if\b|end\b|\/\*).*\}\}\s*$/;

/**
 * Returns the readable part of a file that may be a Helm template: documents without expressions, even if a condition
 * encloses them. Only Helm knows the result of an expression.
 */
export function withoutTemplates(text: string): Readable {
  if (!text.includes('{{')) return { text, skipped: [] };
  const skipped: number[] = [];
  const lines = text.split('\n');
  for (const { start, end } of documentsIn(lines)) {
    removeConditions(lines, start, end);
    const document = lines.slice(start, end);
    if (!isTemplate(document.join('\n'))) continue;
    if (document.some((line) => /^kind["']?\s*:\s*["']?CustomResourceDefinition/.test(line)))
      skipped.push(start + 1 + document.findIndex((line) => line.includes('{{')));
    lines.fill('', start, end);
  }
  return { text: lines.join('\n'), skipped };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function documentsIn(lines: readonly string[]): readonly Range[] {
  const starts = lines.flatMap((line, index) => (/^---(?:\s|$)/.test(line) ? [index] : []));
  return [0, ...starts.map((each) => each + 1)].map((start, index) => ({ start, end: starts[index] ?? lines.length }));
}

/** Removes the lines with conditions before and after a document. */
function removeConditions(lines: string[], start: number, end: number): void {
  const isBlank = (line: string): boolean => line.trim() === '' || line.startsWith('#');
  const clear = (indexes: readonly number[]): void => {
    for (const index of indexes) {
      if (control.test(lines[index]!)) lines[index] = '';
      else if (!isBlank(lines[index]!)) return;
    }
  };
  const all = Array.from({ length: end - start }, (_, index) => start + index);
  clear(all);
  clear(all.toReversed());
}

/** An expression that is specific to Helm: it trims white space, or uses Helm's objects. */
const helm =
  /\{\{-|-\}\}|\{\{[^{}]{0,200}(?:\.(?:Values|Release|Chart|Capabilities|Files|Template)\b|\b(?:include|template|tpl|toYaml|range|with|if|else|end|define|block|required|lookup)\s+[^\s}])/;

/** Reports whether a node is in the schema of a CRD, whose texts can describe other templates. */
function isInSchema(path: readonly object[]): boolean {
  return path.some((each) => isPair(each) && isScalar(each.key) && each.key.value === 'openAPIV3Schema');
}

/** Reports whether a document has expressions. Texts such as descriptions may contain braces. */
function isTemplate(text: string): boolean {
  if (!text.includes('{{')) return false;
  const documents = yamlDocuments(text);
  // An expression in place of a value makes the document invalid YAML, which is not a mistake of its author.
  if (isYamlProblem(documents)) return /^[ \t]*(?:- |[\w."'/-]+:[ \t]+)?\{\{/m.test(text);
  return documents.some((document) => {
    if (document.errors.length > 0) return true;
    let found = false;
    visit(document, {
      // `{{ name }}` is a map whose key is a map.
      Pair: (_, { key }) => {
        if (!isMap(key)) return undefined;
        found = true;
        return visit.BREAK;
      },
      Scalar: (_, node, path) => {
        const written = String(node.source);
        if (node.type !== 'PLAIN' || !written.includes('{{')) return undefined;
        found ||= !isInSchema(path) || helm.test(written);
        return undefined;
      },
    });
    return found;
  });
}
