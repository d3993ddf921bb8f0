import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { movedWebhookPatches } from '../../emit/webhook-patches.js';
import type { DesiredFile } from '../../layout/desired-file.js';
import { webhookFile } from '../../project/paths.js';
import { left } from './left.js';
import type { Source } from './source.js';

/** Returns the patches that select a webhook by its index, which another one has in the generated file. */
export function webhookOrderItems(
  source: Source,
  config: ReadonlyMap<string, string>,
  generated: readonly DesiredFile[],
): readonly Diagnostic[] {
  const texts = new Map([...config].filter(([path]) => /\.ya?ml$/.test(path)));
  const before = config.get(source.deployment.webhookFile);
  const after = generated.find(({ path }) => path === webhookFile)?.content;
  return movedWebhookPatches(texts, before, after).map(({ index, place, position }) => {
    const at = { ...position, file: source.shown(position.file) };
    return left(`the patch of ${index}`, `change the index: ${place}`, at);
  });
}
