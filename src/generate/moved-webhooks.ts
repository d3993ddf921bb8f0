import { posix } from 'node:path';
import { diagnostic, type Diagnostic } from '../diagnostics/diagnostic.js';
import { movedWebhookPatches } from '../emit/webhook-patches.js';
import type { Host } from '../io/host.js';
import { walk } from '../io/walk.js';
import type { DesiredFile } from '../layout/desired-file.js';
import { webhookFile } from '../project/paths.js';
import type { GeneratorInput } from './generator.js';
import { textAt } from './included-objects.js';

/**
 * Reports patches in `config/` that select a webhook by its index, which this run gives to another one. The next run has
 * nothing to compare with.
 */
export function movedWebhooks(
  host: Host,
  root: string,
  read: GeneratorInput['read'],
  made: readonly DesiredFile[],
): readonly Diagnostic[] {
  const before = textAt(webhookFile, read);
  const after = made.find(({ path }) => path === webhookFile)?.content;
  if (before === undefined || before === after) return [];
  const found = movedWebhookPatches(manifestsOf(host, root, read), before, after);
  return found.map(({ index, place, position }) => diagnostic('moved-webhook', { index, place }, position));
}

/** Returns the texts of the YAML files in `config/`. */
function manifestsOf(host: Host, root: string, read: GeneratorInput['read']): ReadonlyMap<string, string> {
  const found = [...walk(host, posix.join(root, 'config'))].filter(
    ({ kind, name }) => kind === 'file' && /\.ya?ml$/.test(name),
  );
  return new Map(
    found.flatMap(({ path }) => {
      const shown = posix.relative(root, path);
      const text = textAt(shown, read);
      return text === undefined ? [] : [[shown, text] as const];
    }),
  );
}
