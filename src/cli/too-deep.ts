import { relative } from 'node:path';
import { diagnostic, DiagnosticsError } from '../diagnostics/diagnostic.js';
import { placeOf } from '../merge/text.js';
import { deepestPlace, isStackOverflow } from '../compiler/deepest-place.js';

/**
 * Returns what an error means to the user: where the stack came to its end, the file that is nested deepest of all that were
 * read is to blame. Any other error stays what it is.
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
