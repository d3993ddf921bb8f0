import { relative } from 'node:path';
import { diagnostic, DiagnosticsError } from '../../base/diagnostics/diagnostic.js';
import { placeOf } from '../../base/text/text.js';
import { deepestPlace, isStackOverflow } from '../../language/compiler/deepest-place.js';

/**
 * Returns a problem for a stack overflow, which names the most deeply nested of all files that were read. Any other
 * error is returned unchanged.
 */
export function tooDeepOr(error: unknown, texts: ReadonlyMap<string, string | undefined>, root: string): unknown {
  if (!isStackOverflow(error)) return error;
  const sources = [...texts].map(([path, text = '']) => ({ path, text }));
  const own = sources.filter(({ path }) => path.startsWith(`${root}/`) && !path.includes('/node_modules/'));
  const place = deepestPlace(own);
  if (place === undefined) return error;
  const file = relative(root, place.source.path);
  return new DiagnosticsError(diagnostic('file-too-deep', { file }, { file, ...placeOf(place.source.text, place.at) }));
}
