import { posix } from 'node:path';
import { listCode } from '../../../language/analyze/sources.js';
import type { Host } from '../../../base/io/host.js';
import type { LayoutFile } from '../../../project/layout/layout.js';
import { withoutSetUp } from '../../refactor/registrations/remove-registrations.js';
import { withoutWebhookMarkers } from '../../refactor/markers/webhook-markers.js';
import { exportedNames } from '../edited-code/exported-names.js';
import { mergeEdited } from '../edited-code/merge-edited.js';
import { wordsIn } from '../edited-code/code-words.js';

/** Reports whether code has all classes of deleted webhooks that are created again, so that other code may register them. */
export function hasWebhookClasses({ path, content }: LayoutFile, existing: string): boolean {
  if (!path.endsWith('.webhook.ts') || existing.includes('webhookManagedBy')) return false;
  const there = new Set(exportedNames(existing));
  return classesIn(content).every((name) => there.has(name));
}

/** Returns code of deleted webhooks that are created again, with `@Webhook`, and registered unless other code does so. */
export function withMarkersAgain(host: Host, root: string, { path, content }: LayoutFile, existing: string): string {
  if (!path.endsWith('.webhook.ts')) return existing;
  const isWhole = existing.includes('webhookManagedBy');
  const isRegistered = !isWhole && isUsedElsewhere(host, root, path, classesIn(content));
  const after = isRegistered ? withoutSetUp(path, content) : content;
  const unmarked = withoutWebhookMarkers(path, after);
  const before = isWhole ? unmarked : withoutSetUp(path, unmarked);
  return mergeEdited(path, { existing, before, after }, { partial: false, read: () => undefined }).content;
}

/** Returns the names of the classes of webhooks in a scaffolded file. */
function classesIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/^export class (\w+)/gm), ([, name]) => name!);
}

function isUsedElsewhere(host: Host, root: string, path: string, classes: readonly string[]): boolean {
  const own = posix.join(root, path);
  return listCode(host, root).some(
    (each) =>
      each.path !== own &&
      !/\.(?:test|spec)\.[cm]?[jt]s$/.test(each.path) &&
      each.text.includes('webhookManagedBy') &&
      wordsIn(each.text).some((word) => classes.includes(word)),
  );
}
