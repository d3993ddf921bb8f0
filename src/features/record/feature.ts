import type { Feature } from '../../feature.js';

/** The record of written files in a project that has lost it. */
export const record: Feature = {
  name: 'record',
  requires: [],
  recordBuilder: async (...project) => (await import('./rebuilt-record.js')).rebuiltRecord(...project),
};
