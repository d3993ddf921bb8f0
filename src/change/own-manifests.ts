import { posix } from 'node:path';
import type { Host } from '../io/host.js';
import { isRecorded, readState } from '../plan/state.js';
import { readable } from '../project/readable.js';
import { projectTexts } from './project-texts.js';

/**
 * Reports whether the text of a YAML file of a project, other than those that are as a command has written them, is one that is
 * looked for. With the others alone, all parts of what is deployed fit together.
 */
export function someOwnManifest(
  host: Host,
  root: string,
  folder: string,
  isWanted: (text: string) => boolean,
): boolean {
  const state = readState(host, root);
  for (const path of projectTexts(host, root, folder)) {
    if (!/(?:\.ya?ml|\/Kustomization)$/.test(path)) continue;
    const text = readable((each) => host.read(each), posix.join(root, path)) ?? '';
    const recorded = state.get(path);
    if ((recorded === undefined || !isRecorded(recorded, text)) && isWanted(text)) return true;
  }
  return false;
}
