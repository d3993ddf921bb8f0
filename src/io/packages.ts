import { createRequire } from 'node:module';
import { posix } from 'node:path';
import type { Host } from './host.js';
import { readTool } from './tool.js';

/** What only the command line and `create` use. Any other package has a say in what is generated. */
const withoutSay: readonly string[] = ['@clack/prompts', 'commander', 'diff', 'execa', 'handlebars'];

/**
 * Reads the package.json of each package that has a say in what is generated, where the loader looks for it, and wherever it
 * would have found another copy before: for a host that notes what it is asked.
 */
export function readPackages(host: Pick<Host, 'read'>): void {
  const require = createRequire(import.meta.url);
  const named = Object.keys(readTool().dependencies).filter((name) => !withoutSay.includes(name));
  for (const name of named) firstOf(host, require, name);
  const inside = createRequire(require.resolve('ts-morph'));
  firstOf(host, inside, '@ts-morph/common');
}

function firstOf(host: Pick<Host, 'read'>, require: NodeJS.Require, name: string): void {
  const folders = (require.resolve.paths(name) ?? []).map((folder) => folder.replaceAll('\\', '/'));
  folders.find((folder) => host.read(posix.join(folder, name, 'package.json')) !== undefined);
}
