import { isMap, isPair, isScalar, visit } from 'yaml';
import { isYamlProblem, yamlDocuments } from '../../base/text/yaml-documents.js';

/** The text of a file without the documents that are templates, whose lines are empty. */
export interface Readable {
  readonly text: string;
  /** The lines in which expressions of skipped definitions begin. */
  readonly skipped: readonly number[];
}

/** A line of a document that is nothing but the beginning or the end of a condition, or a comment. */
const control = /^\{\{-?\s*(?:if\b|end\b|\/\*).*\}\}\s*$/;

/**
 * Returns what can be read of a file that may be a template of a Helm chart: documents without expressions, also if a
 * condition encloses them. What an expression renders is only known to Helm.
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

/** An expression that only Helm can have written: it trims white space, or uses what Helm knows. */
const helm =
  /\{\{-|-\}\}|\{\{[^{}]{0,200}(?:\.(?:Values|Release|Chart|Capabilities|Files|Template)\b|\b(?:include|template|tpl|toYaml|range|with|if|else|end|define|block|required|lookup)\s+[^\s}])/;

/** Reports whether a node is in the schema of a definition, whose texts describe templates of others, too. */
function isInSchema(path: readonly object[]): boolean {
  return path.some((each) => isPair(each) && isScalar(each.key) && each.key.value === 'openAPIV3Schema');
}

/** Reports whether a document has expressions. Texts such as descriptions may contain braces. */
function isTemplate(text: string): boolean {
  if (!text.includes('{{')) return false;
  const documents = yamlDocuments(text);
  // An expression where YAML has a value makes the document invalid, and its author has made no mistake.
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
