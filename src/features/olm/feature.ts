import type { Feature } from '../../feature.js';
import { bundleValidate } from './commands/bundle-validate/command.js';
import { bundle } from './commands/bundle/command.js';
import { scorecard } from './commands/scorecard/command.js';
import { editFlags } from './flags.js';
import { olmSet } from './template-set.js';

/** Bundles for the Operator Lifecycle Manager. */
export const olm: Feature = {
  name: 'olm',
  requires: ['verdict'],
  diagnostics: async () => (await import('./diagnostics.js')).olmDiagnostics,
  commands: { 'Run and ship': [bundle, bundleValidate, scorecard] },
  flags: { edit: editFlags },
  templateSets: [olmSet],
  markers: async () => (await import('./markers.js')).consoleMarkers,
  manifestGenerators: [
    async (source) =>
      source.project.olm === undefined
        ? {}
        : {
            diagnostics: (await import('../../output/generate/make-targets.js')).missingTargets(source, 'hack/olm.mk'),
          },
  ],
  edit: async () => (await import('./edit.js')).bundleEdit,
};
