import { counterpartOf, goMarkerIn, likelyGoName, remedyFor } from '../markers/go-counterparts.js';
import { typescript, type ts } from '../compiler/compiler.js';
import { positionAt } from '../compiler/position.js';
import { nodeRanges, rangeFinder } from '../compiler/ranges.js';
import type { Analysis } from './analysis.js';

// `// +optional`, ` * +kubebuilder:validation:Minimum=1`, and the latter as a tag: from the sign to the end of the
// line.
const candidate = /(\/\/|\*|^)[ \t]*([+@][A-Za-z][^\r\n]*)/gm;

/** Warns of markers in kubebuilder's syntax, which would have no effect, and which users who come from Go write. */
export function reportGoMarkers(file: ts.SourceFile, analysis: Analysis): void {
  if (!file.text.includes('+') && !file.text.includes('@kubebuilder:') && !file.text.includes('@k8s:')) return;
  let literalAt: ((at: number) => unknown) | undefined;
  for (const { 0: whole, 1: start = '', 2: line = '', index } of file.text.matchAll(candidate)) {
    // A single-line comment has no end delimiter.
    const text = start === '//' ? line : line.split('*/', 1)[0]!;
    const marker = goMarkerIn(text);
    const at = index + whole.length - line.length;
    if (marker === undefined) continue;
    literalAt ??= rangeFinder(nodeRanges(file, isLiteral));
    if (literalAt(at) !== undefined) continue;
    const position = positionAt(file, at, at + 1 + marker.length, analysis.program.root);
    analysis.report('go-marker', position, { found: `${text.charAt(0)}${marker}`, instead: insteadOf(marker) });
  }
}

function insteadOf(goMarker: string): string {
  const counterpart = counterpartOf(goMarker);
  if (counterpart !== undefined) return remedyFor(counterpart);
  const meant = likelyGoName(goMarker);
  return meant === undefined
    ? 'remove it: no marker replaces it, see `npx operator-gen inspect markers`'
    : `did you mean +${meant}? Then ${remedyFor(counterpartOf(meant)!)}`;
}

/** Reports whether a node is a string, a regular expression or a part of a template, whose text is not a comment. */
function isLiteral(
  node: ts.Node,
): node is ts.LiteralExpression | ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail {
  return (
    typescript.isLiteralExpression(node) ||
    typescript.isTemplateHead(node) ||
    typescript.isTemplateMiddleOrTemplateTail(node)
  );
}
