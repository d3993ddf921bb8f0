import type { SourceText } from './source.js';

/** Returns where files have raw schemas, as `path:line`. */
export function rawPlaces(files: readonly SourceText[]): readonly string[] {
  return files.flatMap(({ path, content }) =>
    content
      .split('\n')
      .flatMap((line, index) => (/^ *@Schema\(|\(Schema\(/.test(line) ? [`${path}:${index + 1}`] : [])),
  );
}
