import { escapeControls } from '../../base/diagnostics/print-escape.js';
import { drawingOf, type Box } from './drawing.js';
import type { Graph } from './graph.js';
import { mostCharacters, placed, sizes, type PlacedArrow, type PlacedBox, type Point } from './layout.js';

/** The color of the border and the background of boxes, by type: readable on light and on dark ground. */
const colors: Readonly<Record<Box['type'], string>> = {
  kind: '#3b82f6',
  external: '#808080',
  controller: '#16a34a',
  webhook: '#d97706',
  role: '#a855f7',
};

const font = 'ui-monospace, monospace';

/**
 * Returns a graph as an SVG image. Texts have the color of the page around it. A file of its own has a style for dark
 * grounds; a page with a content security policy would refuse it.
 */
export function graphSvg(graph: Graph, isFile = true): string {
  const { width, height, boxes, arrows } = placed(drawingOf(graph));
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Graph of the operator" font-family="${font}" font-size="${sizes.line}" fill="currentColor">`,
    ...(isFile ? ['<style>@media (prefers-color-scheme: dark) { svg { color: #e5e7eb } }</style>'] : []),
    '<defs><marker id="end" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 10 5 0 10z"/></marker></defs>',
    ...arrows.flatMap(arrowParts),
    ...boxes.flatMap(boxParts),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

function arrowParts({ points, middle, label, isDashed }: PlacedArrow): readonly string[] {
  const dash = isDashed ? ' stroke-dasharray="5 4"' : '';
  return [
    `<path d="${curve(points)}" fill="none" stroke="currentColor" stroke-opacity="0.6"${dash} marker-end="url(#end)"/>`,
    `<text x="${round(middle.x)}" y="${round(middle.y - 5)}" text-anchor="middle">${textOf(label)}</text>`,
  ];
}

/** Returns a smooth line through points, which is horizontal at each of them. */
function curve([first, ...rest]: readonly Point[]): string {
  if (first === undefined) return '';
  const at = (x: number, y: number): string => `${round(x)} ${round(y)}`;
  let from = first;
  const steps = rest.map((to) => {
    const middle = (from.x + to.x) / 2;
    const step = `C${at(middle, from.y)} ${at(middle, to.y)} ${at(to.x, to.y)}`;
    from = to;
    return step;
  });
  return `M${at(first.x, first.y)}${steps.join('')}`;
}

function boxParts({ type, title, lines, x, y, width, height }: PlacedBox): readonly string[] {
  const color = colors[type];
  const radius = type === 'controller' ? 14 : 4;
  const line = (index: number): string => round(y + sizes.padding / 2 + (index + 0.75) * sizes.lineHeight);
  const left = round(x + sizes.padding);
  return [
    `<g><title>${textOf([title, ...lines].join(', '), Infinity)}</title>`,
    `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${radius}" fill="${color}" fill-opacity="0.12" stroke="${color}"/>`,
    `<text x="${left}" y="${line(0)}" font-size="${sizes.title}" font-weight="bold">${textOf(title)}</text>`,
    ...lines.map((each, index) => `<text x="${left}" y="${line(index + 1)}">${textOf(each)}</text>`),
    '</g>',
  ];
}

function round(value: number): string {
  return `${Math.round(value * 10) / 10}`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Returns a text of the project for XML, which allows no control characters. */
function textOf(text: string, most = mostCharacters): string {
  const characters = Array.from(text);
  const short = characters.length > most ? `${characters.slice(0, most).join('')}…` : text;
  return escapeControls(short).replace(/[&<>"]/g, (each) => entities[each]!);
}
