import { escapeControls } from '../../base/diagnostics/print-escape.js';
import { drawingOf, type Arrow, type Box } from './drawing.js';
import type { Graph } from './graph.js';

/** The brackets of a box, by its type. */
const shapes: Readonly<Record<Box['type'], readonly [open: string, close: string]>> = {
  kind: ['[', ']'],
  external: ['(', ')'],
  controller: ['([', '])'],
  webhook: ['{{', '}}'],
  role: ['[/', '/]'],
};

/** Returns a graph as a flowchart of Mermaid, see https://mermaid.js.org/syntax/flowchart.html. */
export function graphMermaid(graph: Graph): string {
  const { boxes, arrows } = drawingOf(graph);
  const lines = [
    'flowchart LR',
    ...boxes.map((each) => `  ${boxText(each)}`),
    ...arrows.map((each) => `  ${arrowText(each)}`),
  ];
  return `${lines.join('\n')}\n`;
}

function boxText({ id, type, title, lines }: Box): string {
  const [open, close] = shapes[type];
  return `${id}${open}"${[title, ...lines].map(quoted).join('<br>')}"${close}`;
}

function arrowText({ from, to, label, isDashed }: Arrow): string {
  return `${from} ${isDashed ? '-.->' : '-->'}|"${quoted(label)}"| ${to}`;
}

/** Escapes everything that Markdown, HTML or Mermaid could read as more than text; `#35;` is Mermaid's form of `&#35;`. */
function quoted(text: string): string {
  return escapeControls(text).replace(/[^\p{L}\p{N} ,.:/()-]/gu, (each) => `#${each.codePointAt(0)!};`);
}
