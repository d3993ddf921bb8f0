import { expect, it } from 'vitest';
import { commands } from '../../../src/commands.js';
import { loadMarkers } from '../../../src/language/markers/registry.js';
import { counterpartOf } from '../../../src/language/markers/go-counterparts.js';
import { temporaryFolder } from '../../support/tree.js';
import { cli } from './support.js';

// In a process of its own, in which nothing has loaded the markers of features before the command.
it.each(['CsvKind', '@csv', '+operator-sdk:csv:customresourcedefinitions'])(
  'inspect markers knows %s, a marker of a feature',
  async (name) => {
    const { stdout, exitCode } = await cli(['inspect', 'markers', name], { cwd: temporaryFolder(), commands });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('console of OLM');
  },
);

it('markers of features have their names in Go once they are loaded, whatever was asked before', async () => {
  counterpartOf('kubebuilder:validation:Minimum');
  await loadMarkers();
  expect(counterpartOf('operator-sdk:csv:customresourcedefinitions')?.marker?.name).toBe('Csv');
});
