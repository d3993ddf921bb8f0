import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

type Payload = ConstructorParameters<typeof SourceMap>[0];

// Errors that repeat come from the same places. The map itself would take 5 MiB.
const mostKnown = 1000;

/**
 * Names the sources in the stacks of this process, if it runs a bundle with a source map next to it. Node.js can do
 * this itself (`--enable-source-maps`), but then it reads the map at the start and keeps it. Here, the map is read when
 * the first stack is shown. Without a map, stacks are unchanged.
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

/** Returns a function that replaces positions in a bundle with those in its sources. */
function sourceNamer(bundle: string): (stack: string) => string {
  const known = new Map<string, string>();
  // A position in the bundle at the end of a line, optionally in parentheses.
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
  // The source names in the map are relative to the folder in which the bundle was made.
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
