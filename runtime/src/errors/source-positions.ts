import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

type Payload = ConstructorParameters<typeof SourceMap>[0];

// Errors that repeat come from the same places. The map itself would take 5 MiB.
const mostKnown = 1000;

/**
 * Names the sources in the stacks of this process, if it runs a bundle with a source map beside it. Node.js can do so
 * itself (`--enable-source-maps`), but then reads the map at the start and keeps it. Here, it is read for the first
 * stack that is shown. Without a map, stacks stay as they are.
 * @param file path of the bundle; defaults to the file that contains this function
 */
export function nameSourcesInStacks(file = fileURLToPath(import.meta.url)): void {
  const usual = Error.prepareStackTrace?.bind(Error);
  if (process.sourceMapsEnabled || usual === undefined) return;
  const withSources = sourceNamer(file);
  Error.prepareStackTrace = (error, calls) => {
    const stack: unknown = usual(error, calls);
    return typeof stack === 'string' ? withSources(stack) : stack;
  };
}

/** Returns a function that replaces positions in a bundle by those in its sources. */
function sourceNamer(bundle: string): (stack: string) => string {
  const known = new Map<string, string>();
  // A position of the bundle at the end of a line, also in parentheses.
  const position = /(?::(\d+):(\d+))(?=\)?$)/;
  const url = pathToFileURL(bundle).href;
  return (stack) => {
    let map: SourceMap | undefined;
    const name = (place: string, row: number, column: number): string => {
      let source = known.get(place);
      if (source !== undefined) return source;
      map ??= readMap(`${bundle}.map`);
      source = sourceAt(map, row, column) ?? place;
      if (known.size >= mostKnown) known.clear();
      known.set(place, source);
      return source;
    };
    const lines = stack.split('\n').map((line) => {
      const at = line.startsWith('    at ') ? position.exec(line) : null;
      if (at === null) return line;
      const place = `${url}${at[0]}`;
      return line.includes(place) ? line.replace(place, () => name(place, Number(at[1]), Number(at[2]))) : line;
    });
    return lines.join('\n');
  };
}

function sourceAt(map: SourceMap, row: number, column: number): string | undefined {
  const origin = map.findOrigin(row, column);
  if (!('fileName' in origin)) return undefined;
  // The map names sources as seen from the folder in which the bundle was made.
  return `${origin.fileName.replace(/^(?:\.\.?\/)+/, '')}:${origin.lineNumber}:${origin.columnNumber}`;
}

function readMap(path: string): SourceMap {
  const none: Payload = {
    version: 3,
    file: '',
    sources: [],
    names: [],
    mappings: '',
    sourceRoot: '',
    sourcesContent: [],
  };
  try {
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as Payload);
  } catch {
    return new SourceMap(none);
  }
}
