import { execFileSync } from 'node:child_process';
import { findNode24 } from '../scripts/node-24.js';

/**
 * The Node.js versions to measure, the most important first: 24, and then the one that runs where that is another. `BENCH_NODE`
 * names a program to measure instead of both.
 */
export function nodesToMeasure(): readonly string[] {
  const named = process.env['BENCH_NODE'];
  if (named !== undefined && named !== '') return [named];
  // A machine that is not on the net, or has no such package for its system, measures one Node.js.
  return [...new Set([findNode24() ?? process.execPath, process.execPath])];
}

export function versionOf(node: string): string {
  return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
}
