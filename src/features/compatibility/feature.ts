import type { Feature } from '../../feature.js';

/** Comparison with a release. */
export const compatibility: Feature = {
  name: 'compatibility',
  requires: ['released', 'verdict'],
  diagnostics: async () => (await import('./diagnostics.js')).compatibilityDiagnostics,
  comparisonCodes: async () => (await import('./comparison-codes.js')).comparisonCodes,
  checks: [async (input) => (await import('./check.js')).checkCompatibility(input)],
};
