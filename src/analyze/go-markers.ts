import { counterpartOf, goMarkerIn, likelyGoName, remedyFor } from '../markers/upstream.js';
import { typescript, type ts } from '../ts/compiler.js';
import { positionAt } from '../ts/position.js';
import type { Analysis } from './analysis.js';

// `// +optional`, ` * +kubebuilder:validation:Minimum=1`, and the latter as a tag: from the sign to the end of the line.
const candidate = /(\/\/|\*|^)[ \t]*([+@][A-Za-z][^\r\n]*)/gm;

/** Warns of markers in kubebuilder's own spelling: users who come from Go write them, and they would do nothing. */
export function reportGoMarkers(file: ts.SourceFile, analysis: Analysis): void {
  if (!file.text.includes('+') && !file.text.includes('@kubebuilder:') && !file.text.includes('@k8s:')) return;
  for (const { 0: whole, 1: start = '', 2: line = '', index } of file.text.matchAll(candidate)) {
    // A comment of one line has no other end.
    const text = start === '//' ? line : line.replace(/\*\/.*$/, '');
    const marker = goMarkerIn(text);
    const at = index + whole.length - line.length;
    if (marker === undefined || !isInComment(file, at)) continue;
    const position = positionAt(file, at, at + 1 + marker.length, analysis.program.root);
    analysis.report('go-marker', position, { found: `${text.charAt(0)}${marker}`, instead: insteadOf(marker) });
  }
}

function insteadOf(goMarker: string): string {
  const counterpart = counterpartOf(goMarker);
  if (counterpart !== undefined) return remedyFor(counterpart);
  const meant = likelyGoName(goMarker);
  return meant === undefined
    ? 'remove it: none of the markers here, see `operator-gen inspect markers`, stands for it'
    : `did you mean +${meant}? Then ${remedyFor(counterpartOf(meant)!)}`;
}

/** Whether a place of a file is neither code nor the text of a string. */
export function isInComment(file: ts.SourceFile, at: number): boolean {
  const inner = (node: ts.Node): ts.Node =>
    typescript.forEachChild(node, (each) => (each.pos <= at && at < each.end ? inner(each) : undefined)) ?? node;
  const node = inner(file);
  return (
    at < node.getStart(file) ||
    !(
      typescript.isLiteralExpression(node) ||
      typescript.isTemplateHead(node) ||
      typescript.isTemplateMiddleOrTemplateTail(node)
    )
  );
}
