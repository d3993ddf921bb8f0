import type { Lines } from '../model/lines.js';
import type { Position } from '../model/position.js';
import { maskControls } from './print-escape.js';
import type { Style } from './print-style.js';

// For a longer line, only the part around the position is shown.
const longest = 400;
const tabStop = 4;
// Created for the first frame, because loading its tables takes 7 ms, which a run without problems need not spend.
let segmenter: Intl.Segmenter | undefined;

// East Asian wide and full-width blocks, and pictographs: two columns on a terminal
// (https://www.unicode.org/reports/tr11).
const wide =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f)/u;
const zeroWidth = /^[\p{Mark}\p{Cf}]+$/u;

/** Returns the source line of a position with carets below its span; undefined if there is no such line. */
export function codeFrame(source: Lines, { line, column, length = 1 }: Position, style: Style): string | undefined {
  const whole = source.at(line);
  if (whole === undefined) return undefined;
  const { shift, text } = window(whole, column - 1);
  const start = column - 1 - shift;
  const end = Math.max(start + 1, start + length);
  let shown = '';
  let before = 0;
  let total = 0;
  let spanned = 0;
  segmenter ??= new Intl.Segmenter();
  for (const { segment, index } of segmenter.segment(text)) {
    const cell = segment === '\t' ? ' '.repeat(tabStop - (total % tabStop)) : maskControls(segment);
    const width = segment === '\t' ? cell.length : columnsOf(cell);
    if (index < start) before += width;
    else if (index < end) spanned += width;
    total += width;
    shown += cell;
  }
  const gutter = String(line);
  const carets = ' '.repeat(before) + style('red', '^'.repeat(Math.max(1, spanned)));
  return [
    `  ${style('dim', `${gutter} |`)} ${shown}`.trimEnd(),
    `  ${style('dim', `${' '.repeat(gutter.length)} |`)} ${carets}`,
  ].join('\n');
}

function window(line: string, at: number): { readonly shift: number; readonly text: string } {
  if (line.length <= longest) return { shift: 0, text: line };
  const shift = Math.max(0, Math.min(at - longest / 4, line.length - longest));
  return { shift, text: line.slice(shift, shift + longest) };
}

function columnsOf(grapheme: string): number {
  if (zeroWidth.test(grapheme)) return 0;
  return wide.test(grapheme) ? 2 : 1;
}
