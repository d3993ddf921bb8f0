import type { Feature } from '../../feature.js';

/** Comparison with what was released. */
export const compatibility: Feature = {
  name: 'compatibility',
  requires: ['released', 'verdict'],
  checks: [async (input) => (await import('./check.js')).checkCompatibility(input)],
};
