import { execFileSync } from 'node:child_process';
import { findNode24 } from '../scripts/node-24.js';

/**
 * Returns the Node.js versions to measure, the most important first: 24, and then the running one if it is different.
 * `BENCH_NODE` names a program to measure instead of both.
 */
export function nodesToMeasure(): readonly string[] {
  const named = process.env['BENCH_NODE'];
  if (named !== undefined && named !== '') return [named];
  // A machine without network access, or without such a package for its system, measures one Node.js.
  return [...new Set([findNode24() ?? process.execPath, process.execPath])];
}

export function versionOf(node: string): string {
  return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
}
