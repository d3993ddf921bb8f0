import { absentHelper, locateHelper } from './locate.js';
import { helperOf, type Helper } from './helper.js';

let known: Helper | undefined;

/** Returns the API server's validation code for this process. With --watch, one helper answers in all turns. */
export function processHelper(env: Readonly<Record<string, string | undefined>>, root: string): Helper {
  const file = locateHelper(env, root);
  if (known === undefined || known.identity !== file?.identity)
    known = helperOf(file, {}, file === undefined ? absentHelper(env) : undefined);
  return known;
}
