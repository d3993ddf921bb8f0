import { completed, on, source, type Given } from '../../cli/framework/flags.js';
import type { createApiFlags } from '../../cli/commands/create-api/flags.js';

/** The flags with which `create api` creates types from CRDs. */
export const fromCrdFlags = {
  fromCrd: completed(
    'file',
    source('--from-crd <source>', 'Create the types from CRDs: a file, a folder, -, an https URL, cluster:<name>'),
  ),
  typesOnly: on('--types-only', 'With --from-crd: create types of external kinds, in src/external'),
  ignoreDescriptions: on(
    '--ignore-descriptions',
    'With --from-crd: use types of Kubernetes even if descriptions differ',
  ),
  skipRefused: on('--skip-refused', 'With --from-crd: omit definitions that cannot be converted to types'),
};

export type FromCrdGiven = Given<typeof createApiFlags & typeof fromCrdFlags>;
