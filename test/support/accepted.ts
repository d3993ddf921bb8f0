import { expect } from 'vitest';
import { runLine } from '../sequences/run-line.js';
import type { Files } from './memory-disk.js';

/** Returns a project in memory after some command lines, none of which may be rejected. */
export async function accepted(files: Files, ...lines: readonly string[]): Promise<Files> {
  let now = files;
  for (const line of lines) {
    const ran = await runLine(now, line);
    expect(ran.exitCode, ran.said).toBe(0);
    now = ran.files;
  }
  return now;
}
