import { tagName, type Marker } from '../markers/marker.js';
import { markers } from '../markers/registry.js';
import { typescript, type ts } from '../ts/compiler.js';
import { positionAt } from '../ts/position.js';
import type { Analysis } from './analysis.js';

// `// +optional`, ` * +kubebuilder:validation:Minimum=1`, and the latter as a tag.
const goMarker = /(?:\/\/|\*|^)[ \t]*([+@](?:(?:kubebuilder|k8s):\S+|[A-Za-z]+(?=[ \t]*(?:\*\/|=|\r?$))\S*))/gm;

const byGoName: ReadonlyMap<string, Marker> = new Map(
  markers.flatMap((marker) => marker.kubebuilder.map((name) => [name, marker] as const)),
);

// A longer text is not looked up part by part.
const longestGoName = Math.max(...[...byGoName.keys()].map(({ length }) => length));

/** Markers of Go that need none here, and what one writes instead. */
const withoutMarker: Readonly<Record<string, string>> = {
  nullable: 'write `| null` behind the type of the field',
  'kubebuilder:validation:XIntOrString': 'write the type IntOrString',
  'kubebuilder:validation:Required': 'remove it: a field without `?` is required',
  required: 'remove it: a field without `?` is required',
  'k8s:required': 'remove it: a field without `?` is required',
  enum: 'remove it: a union of literals is an enum',
  'k8s:enum': 'remove it: a union of literals is an enum',
  'kubebuilder:object:root': 'remove it: @Resource(...) makes a class a kind',
};

/** Warns of markers in kubebuilder's own spelling: whoever comes from Go writes them, and they would do nothing. */
export function reportGoMarkers(file: ts.SourceFile, analysis: Analysis): void {
  if (!file.text.includes('+') && !file.text.includes('@kubebuilder:') && !file.text.includes('@k8s:')) return;
  for (const { 0: whole, 1: text = '', index } of file.text.matchAll(goMarker)) {
    const start = index + whole.length - text.length;
    const name = text.slice(1).replace(/\*\/$/, '');
    const marker = markerOf(name);
    const isNamespaced = /^(kubebuilder|k8s):/.test(name);
    const isKnown = marker !== undefined || Object.hasOwn(withoutMarker, name);
    if ((!isKnown && !isNamespaced) || (text.startsWith('@') && !isNamespaced)) continue;
    if (!isInComment(file, start)) continue;
    const position = positionAt(file, start, start + 1 + name.length, analysis.program.root);
    analysis.report('go-marker', position, { found: `${text.charAt(0)}${name}`, instead: insteadOf(name, marker) });
  }
}

/** The marker that one of Go stands for; its arguments follow its name after a colon or an equals sign. */
function markerOf(goName: string): Marker | undefined {
  let name = goName.slice(0, longestGoName + 1);
  for (;;) {
    const marker = byGoName.get(name);
    const end = Math.max(name.lastIndexOf(':'), name.lastIndexOf('='));
    if (marker !== undefined || end < 0) return marker;
    name = name.slice(0, end);
  }
}

function insteadOf(goName: string, marker: Marker | undefined): string {
  if (marker !== undefined) return `write @${marker.name}(...) or, in a doc comment, @${tagName(marker)}`;
  const name = goName.split('=', 1)[0]!;
  return Object.hasOwn(withoutMarker, name)
    ? withoutMarker[name]!
    : 'remove it: the list of markers, `operator-gen inspect markers`, has nothing for it';
}

/** Whether a place of a file is neither code nor the text of a string. */
function isInComment(file: ts.SourceFile, at: number): boolean {
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
