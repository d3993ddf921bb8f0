import type { Feature } from '../../feature.js';

/** Rebuilding of lost records of written files. */
export const record: Feature = {
  name: 'record',
  requires: [],
  recordBuilder: async (...project) => (await import('./rebuilt-record.js')).rebuiltRecord(...project),
};
