import { createRequire } from 'node:module';
import { posix } from 'node:path';
import type { Host } from './host.js';
import { readTool } from './tool.js';

/** Packages that only the command line and `create` use. All other packages affect the generated files. */
const withoutSay: readonly string[] = ['@clack/prompts', 'diff', 'execa', 'handlebars'];

/**
 * Reads the package.json of each package that affects the output, wherever the loader looks for it, including the
 * places that come before it; used with a host that records its calls.
 */
export function readPackages(host: Pick<Host, 'read'>): void {
  for (const places of packageFiles()) places.find((place) => host.read(place) !== undefined);
}

/** Returns where the package.json of each package that affects the output can be, in the order of the loader. */
export function packageFiles(): readonly (readonly string[])[] {
  const require = createRequire(import.meta.url);
  const named = Object.keys(readTool().dependencies).filter((name) => !withoutSay.includes(name));
  const inTsMorph = createRequire(require.resolve('ts-morph'));
  return [...named.map((name) => placesOf(require, name)), placesOf(inTsMorph, '@ts-morph/common')];
}

function placesOf(require: NodeJS.Require, name: string): readonly string[] {
  const folders = (require.resolve.paths(name) ?? []).map((folder) => folder.replaceAll('\\', '/'));
  return folders.map((folder) => posix.join(folder, name, 'package.json'));
}
