import type { Feature } from '../../feature.js';
import { test as command } from './command.js';
import { casesPart, casesSet } from './template-set.js';

/** Declarative tests: folders of YAML files in the formats of kuttl and chainsaw. */
export const test: Feature = {
  name: 'test',
  requires: ['dev'],
  part: { name: casesPart, key: 'testCases', isUsual: true },
  templateSets: [casesSet],
  diagnostics: async () => (await import('./diagnostics.js')).testDiagnostics,
  commands: { 'Run and ship': [command] },
};
