import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { DesiredFile } from '../../layout/desired-file.js';
import type { Layout } from '../../layout/layout.js';
import { changeReport, kustomizationChanges, withChanges, type ConfigChange } from './config-changes.js';
import { configReport } from './config.js';
import type { Source } from './source.js';
import { webhookOrderItems } from './webhook-order.js';

/** Reports what stays in config/, and what changes. */
export function changesReport(
  source: Source,
  layout: Layout,
  { config, changes }: { readonly config: ReadonlyMap<string, string>; readonly changes: readonly ConfigChange[] },
  generated: readonly DesiredFile[],
): readonly Diagnostic[] {
  const texts = withChanges(config, changes);
  const all = [...changes, ...kustomizationChanges(texts, generated)];
  const changed = new Set(all.map(({ path }) => path));
  return [
    ...configReport(source, texts, layout, (path) => changed.has(path)),
    ...changeReport(source, all),
    ...webhookOrderItems(source, config, generated),
  ];
}
