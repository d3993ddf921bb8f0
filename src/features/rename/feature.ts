import type { Feature } from '../../feature.js';
import { renameApi } from './command.js';

/** Renaming of kinds, plurals and groups. */
export const rename: Feature = {
  name: 'rename',
  requires: [],
  diagnostics: async () => (await import('./diagnostics.js')).renameDiagnostics,
  commands: {
    Project: [
      {
        name: 'rename',
        summary: 'Rename a kind, its plural or its group',
        description: 'Rename something everywhere in the project.',
      },
      renameApi,
    ],
  },
};
