import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

type Payload = ConstructorParameters<typeof SourceMap>[0];

/** The place of a bundle. */
export interface BundlePlace {
  /** The folder of its files. Each of them has a source map next to it. */
  readonly folder: string;
  /** The folder that the sources are named from. */
  readonly root: string;
}

/**
 * Names the sources in a stack: a bundle has a few files with long lines. Node.js can do this itself
 * (`--enable-source-maps`), but then it reads the maps of all loaded files. Without a map, a line is kept.
 */
export function withSourcePositions(stack: string, place: BundlePlace): string {
  const url = `${pathToFileURL(place.folder).href.replace(/\/$/, '')}/`;
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (file: string): SourceMap | undefined => {
    if (!maps.has(file)) maps.set(file, readMap(join(place.folder, `${file}.map`)));
    return maps.get(file);
  };
  return stack
    .split('\n')
    .map((line) => {
      const start = line.startsWith('    at ') ? line.indexOf(url) : -1;
      const position = start < 0 ? null : /^([\w-]+\.m?js):(\d+):(\d+)/.exec(line.slice(start + url.length));
      if (position === null) return line;
      const [written, file = '', row, column] = position;
      const origin = mapOf(file)?.findOrigin(Number(row), Number(column));
      if (origin === undefined || !('fileName' in origin)) return line;
      const path = relative(place.root, fileURLToPath(new URL(origin.fileName, url))).replaceAll('\\', '/');
      const source = `${path}:${origin.lineNumber}:${origin.columnNumber}`;
      return line.slice(0, start) + source + line.slice(start + url.length + written.length);
    })
    .join('\n');
}

function readMap(path: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as Payload);
  } catch {
    return undefined;
  }
}
