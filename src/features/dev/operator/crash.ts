import { dirname, join } from 'node:path';
import { withSourcePositions } from '../../../base/io/source-positions.js';
import { bundle } from './build.js';

/** Lines that are shown of a crash, and frames of its stack among them. */
const [mostLines, mostFrames] = [12, 6];

/** The line before that of the bundle that has thrown: its position. */
const position = /^(?:file:\/\/)?[^\s].*dist[\\/]main\.mjs:\d+$/;

/** Reports whether Node.js begins to print an error that nothing has caught. */
export function beginsCrash(line: string): boolean {
  return position.test(line);
}

/**
 * Returns the last lines of an operator that has crashed, for a person. Node.js prints the line of the bundle that has thrown, which
 * is as long as a source file; this leaves it out, and returns the positions in the sources.
 * @param lines what the operator has printed last, at most some hundred lines
 */
export function crashLines(lines: readonly string[], root: string): readonly string[] {
  const at = lines.findLastIndex(beginsCrash);
  const end = at < 0 ? -1 : lines.indexOf('', at);
  const kept = end < 0 ? lines : [...lines.slice(0, at), ...lines.slice(end)];
  const named = withSourcePositions(kept.join('\n'), { folder: dirname(join(root, bundle)), root });
  let frames = 0;
  const isShown = (line: string): boolean =>
    line.trim() !== '' && (!/^ +at /.test(line) || (frames += 1) <= mostFrames);
  return named.split('\n').filter(isShown).slice(-mostLines);
}
