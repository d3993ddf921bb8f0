import { Graph, layout } from '@dagrejs/dagre';
import type { Arrow, Box, Drawing } from './drawing.js';

/** The sizes of a picture, in pixels. */
export const sizes = { title: 14, line: 12, lineHeight: 18, padding: 10, margin: 16 } as const;

/** Characters of a line that are shown: longer ones would make the picture unreadable. */
export const mostCharacters = 60;

/** A box with its place; `x` and `y` are the upper left corner. */
export interface PlacedBox extends Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An arrow with the points that it goes through, and the middle of its label. */
export interface PlacedArrow extends Arrow {
  readonly points: readonly Point[];
  readonly middle: Point;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A picture with the places of all its parts. */
export interface Placed {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly PlacedBox[];
  readonly arrows: readonly PlacedArrow[];
}

/** Returns the places of the parts of a drawing, from left to right. */
export function placed({ boxes, arrows }: Drawing): Placed {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 24, ranksep: 60, marginx: sizes.margin, marginy: sizes.margin });
  for (const each of boxes) graph.setNode(each.id, sizeOf(each));
  for (const [index, { from, to, label }] of arrows.entries())
    graph.setEdge(from, to, { width: widthOf(label, sizes.line), height: sizes.lineHeight, labelpos: 'c' }, `${index}`);
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as Partial<Size>;
  const places = new Map(boxes.map((each) => [each.id, placedBox(each, graph.node(each.id) as Point & Size)]));
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    boxes: [...places.values()],
    arrows: arrows.map((each, index) => {
      const { points, x, y } = graph.edge(each.from, each.to, `${index}`) as Point & { readonly points: Point[] };
      const ends = { from: places.get(each.from)!, to: places.get(each.to)! };
      return { ...each, points: fromSideToSide(points, ends, widthOf(each.label, sizes.line)), middle: { x, y } };
    }),
  };
}

function placedBox(box: Box, { x, y, width, height }: Point & Size): PlacedBox {
  return { ...box, width, height, x: x - width / 2, y: y - height / 2 };
}

/** Moves the ends of an arrow to the middle of the sides of its boxes, unless it goes back to the left. */
function fromSideToSide(
  points: readonly Point[],
  { from, to }: { readonly from: PlacedBox; readonly to: PlacedBox },
  labelWidth: number,
): readonly Point[] {
  const right = from.x + from.width;
  if (right > to.x) return points;
  const start = { x: right, y: from.y + from.height / 2 };
  const end = { x: to.x, y: to.y + to.height / 2 };
  const [middle, ...others] = points.slice(1, -1);
  if (middle === undefined || others.length > 0) return [start, ...points.slice(1, -1), end];
  // Straight below the whole label.
  return [start, { ...middle, x: middle.x - labelWidth / 2 }, { ...middle, x: middle.x + labelWidth / 2 }, end];
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function sizeOf({ title, lines }: Box): Size {
  const widths = [widthOf(title, sizes.title), ...lines.map((each) => widthOf(each, sizes.line))];
  return {
    width: Math.max(...widths) + 2 * sizes.padding,
    height: (lines.length + 1) * sizes.lineHeight + sizes.padding,
  };
}

/** Returns the width of a text in a font whose characters have the same width; wide characters count twice. */
function widthOf(text: string, size: number): number {
  const characters = Array.from(text).slice(0, mostCharacters + 1);
  return Math.ceil(characters.reduce((sum, each) => sum + (each > '\u2e80' ? 2 : 1), 0) * size * 0.61);
}
