import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { hasErrors } from '../../../base/diagnostics/has-errors.js';
import type { Layout } from '../../../project/layout/layout.js';
import type { Environment } from '../../../output/operation/outcome.js';
import { changeReport, kustomizationChanges, withChanges, type ConfigChange } from '../config/config-changes.js';
import { configReport, generatedReport } from '../config/config.js';
import type { Definition } from '../definitions.js';
import { deployedChanges, notCompared } from './deployed-changes.js';
import type { Planned } from '../written-project.js';
import type { Source } from '../source.js';
import { patchOrderItems } from '../config/patch-order.js';

interface Input {
  readonly source: Source;
  readonly layout: Layout;
  readonly made: {
    readonly config: ReadonlyMap<string, string>;
    readonly changes: readonly ConfigChange[];
    readonly replaced: ReadonlyMap<string, string>;
  };
  readonly definitions: readonly Definition[];
  readonly planned: Planned;
  readonly environment: Pick<Environment, 'host' | 'cwd'>;
  readonly force: boolean;
}

/** Reports differences in generated files and deployed objects, kept files in config/, and changes. */
export function changesReport(input: Input): readonly Diagnostic[] {
  const { source, made, definitions, planned, environment, force } = input;
  // Without all generated files, the build would lack objects.
  const deployed = hasErrors(planned.diagnostics)
    ? notCompared
    : deployedChanges({ source, plan: planned.plan, config: made.config, environment, force });
  return [
    ...generatedReport(source, planned.generated, { ...made, definitions }, deployed.covers),
    ...planned.granted,
    ...deployed.diagnostics,
    ...(force ? [] : keptReport(input)),
    ...patchOrderItems(source, made, planned.plan, force),
  ];
}

function keptReport({ source, layout, made, planned: { generated } }: Input) {
  const { config, changes } = made;
  const texts = withChanges(config, changes);
  const all = [...changes, ...kustomizationChanges(texts, generated)];
  const changed = new Set(all.map(({ path }) => path));
  return [...configReport(source, texts, layout, (path) => changed.has(path)), ...changeReport(source, all)];
}
