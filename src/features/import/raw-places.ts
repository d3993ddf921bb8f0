import type { SourceText } from './source.js';

/** Returns the places of raw schemas in files, as `path:line`. */
export function rawPlaces(files: readonly SourceText[]): readonly string[] {
  return files.flatMap(({ path, content }) =>
    content
      .split('\n')
      .flatMap((line, index) => (/^ *@Schema\(|\(Schema\(/.test(line) ? [`${path}:${index + 1}`] : [])),
  );
}
