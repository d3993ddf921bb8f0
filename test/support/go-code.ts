import type { GoAnswer, GoFile } from '../../src/base/helper/go/answer.js';
import { goReader } from './upstream.js';
import type { Tree } from './tree.js';

const reader = await goReader();

/** Whether Go code can be read: the helper has been built. */
export const readsGo = reader !== undefined;

/** Reads the Go files of the module `example.com`. */
export async function readGo(files: Tree): Promise<GoAnswer> {
  const { go, problem } = await reader!.ask({ operation: 'go', module: 'example.com', folder: '.', files });
  if (go === undefined) throw new Error(problem?.message);
  return go;
}

/** Reads one file, together with others. */
export async function readGoFile(path: string, text: string, others: Tree = {}): Promise<GoFile> {
  const { files } = await readGo({ ...others, [path]: text });
  return files.find((each) => each.path === path)!;
}
