import type { Host } from '../../../base/io/host.js';
import { isRecorded, readState } from '../../../output/plan/state.js';
import { readableIn } from '../../../project/readable.js';
import { projectTexts } from '../files/project-texts.js';

/** A YAML file of a project that differs from what a command has written. */
export interface OwnManifest {
  readonly path: string;
  readonly text: string;
}

/**
 * Returns the YAML files of a project that differ from what a command has written. If there are none, all deployed
 * parts fit together.
 */
export function ownManifests(host: Host, root: string): readonly OwnManifest[] {
  const state = readState(host, root);
  return [...projectTexts(host, root)]
    .filter((path) => /(?:\.ya?ml|\/Kustomization)$/.test(path))
    .map((path) => ({ path, text: readableIn(host, root)(path) ?? '' }))
    .filter(({ path, text }) => {
      const recorded = state.get(path);
      return recorded === undefined || !isRecorded(recorded, text);
    });
}
