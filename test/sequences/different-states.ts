import { type State } from './state.js';
import { sha256 } from '../../src/base/io/sha256.js';

/** Of states whose files of some sort are the same, one each. */
export function differentStates(states: readonly State[], isOfSort: (path: string) => boolean): readonly State[] {
  const different = new Map<string, State>();
  for (const state of states) {
    const key = sha256(JSON.stringify([...state.files].filter(([path]) => isOfSort(path))));
    if (!different.has(key)) different.set(key, state);
  }
  return [...different.values()];
}
