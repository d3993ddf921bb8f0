import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownPackage } from '../../base/io/own-package.js';

type Payload = ConstructorParameters<typeof SourceMap>[0];

/** The folder of the bundle. Each of its files has a source map next to it. */
const bundle = new URL('.', import.meta.url).href;

/**
 * Names the sources in a stack: the bundle has a few files with long lines. Node.js can do this itself
 * (`--enable-source-maps`), but then it reads the maps of all loaded files. Without a map, a line is kept.
 */
export function withSourcePositions(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (file: string): SourceMap | undefined => {
    if (!maps.has(file)) maps.set(file, readMap(file));
    return maps.get(file);
  };
  return stack
    .split('\n')
    .map((line) => {
      const start = line.startsWith('    at ') ? line.indexOf(bundle) : -1;
      const place = start < 0 ? null : /^([\w-]+\.js):(\d+):(\d+)/.exec(line.slice(start + bundle.length));
      if (place === null) return line;
      const [written, file = '', row, column] = place;
      const source = sourceOf(mapOf(file), Number(row), Number(column));
      return source === undefined
        ? line
        : line.slice(0, start) + source + line.slice(start + bundle.length + written.length);
    })
    .join('\n');
}

function sourceOf(map: SourceMap | undefined, row: number, column: number): string | undefined {
  const origin = map?.findOrigin(row, column);
  if (origin === undefined || !('fileName' in origin)) return undefined;
  const path = relative(ownPackage, fileURLToPath(new URL(origin.fileName, bundle)));
  return `${path.replaceAll('\\', '/')}:${origin.lineNumber}:${origin.columnNumber}`;
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`, bundle), 'utf8')) as Payload);
  } catch {
    return undefined;
  }
}
