import { posix } from 'node:path';
import type { Host } from '../../../base/io/host.js';
import type { Layout, LayoutFile } from '../../../project/layout/layout.js';
import { importedFiles } from '../../refactor/imports/imports.js';

/**
 * Returns the API version that code exports as a constant such as `groupVersion`, for example `apps.my.domain/v1`;
 * undefined if its parts are not literals.
 */
export function groupVersionIn(text: string): string | undefined {
  for (const [, name, value] of text.matchAll(
    /^(?:export\s+)?const\s+(\w+)(?:[^\w={;\n][^={;\n]*)?=\s*\{([^{}]*)\}/gm,
  )) {
    const [group, version] = [/\bgroup\b['"]?\s*:\s*(['"`])(.*?)\1/, /\bversion\b['"]?\s*:\s*(['"`])(.*?)\1/].map(
      (property) => property.exec(value!)?.[2],
    );
    const isExported = [`export const ${name}`, `export default ${name}`, `${name} as default`];
    if (group !== undefined && version !== undefined && isExported.some((each) => text.includes(each)))
      return `${group}/${version}`;
  }
  return undefined;
}

/** Returns the files with an API version that new code imports, and that the user has removed or renamed in the code. */
export function missingGroupVersions(
  host: Host,
  root: string,
  written: Iterable<{ readonly path: string; readonly content: string }>,
  layout: Layout,
): readonly LayoutFile[] {
  const imported = new Set(
    [...written].flatMap(({ path, content }) => (path.endsWith('.ts') ? importedFiles(path, content) : [])),
  );
  return [...imported].flatMap((path) => {
    const file = layout.get(path);
    const isMissing = file !== undefined && host.kind(posix.join(root, path)) === 'missing';
    return isMissing && groupVersionIn(file.content) !== undefined ? [file] : [];
  });
}
