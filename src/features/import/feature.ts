import type { Feature } from '../../feature.js';
import { fromCrdFlags } from './flags.js';

/** Types from existing CRDs. */
export const importTypes: Feature = {
  name: 'import',
  requires: ['released'],
  diagnostics: async () => (await import('./diagnostics.js')).importDiagnostics,
  flags: { 'create api': fromCrdFlags },
  createApi: [{ flags: fromCrdFlags, load: async () => (await import('./from-crd/way.js')).fromCrd }],
};
