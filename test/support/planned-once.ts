import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from '../../src/output/operation/outcome.js';
import { KnownResults } from './known-results.js';

const known = new KnownResults<Outcome>(150);

/**
 * Plans a command, or returns the outcome of the same command in a folder with the same path and content: many tests
 * begin with the same commands. The plan is executed each time.
 * @param command the command and its options
 */
export async function plannedOnce(
  root: string,
  command: readonly unknown[],
  plan: () => Promise<Outcome>,
): Promise<Outcome> {
  const content = createHash('sha256');
  if (!hasPlainFiles(root, content)) return plan();
  const key = JSON.stringify([root, command, content.digest('hex')]);
  return known.of(key, plan);
}

/** Adds everything in a folder to a hash. Returns false if the folder has links, whose targets the hash would not cover. */
function hasPlainFiles(folder: string, hash: Hash): boolean {
  return readdirSync(folder, { withFileTypes: true }).every((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isFile() && !entry.isDirectory()) return false;
    const text = entry.isFile() ? readFileSync(path) : Buffer.alloc(0);
    hash.update(JSON.stringify([path, statSync(path).mode, text.length]));
    hash.update(text);
    return entry.isFile() || hasPlainFiles(path, hash);
  });
}
