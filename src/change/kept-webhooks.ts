import { posix } from 'node:path';
import type { Host } from '../io/host.js';
import type { Layout, LayoutFile } from '../layout/layout.js';
import { withoutWebhookMarkers } from '../refactor/webhook-markers.js';
import { mergeEdited } from './merge-edited.js';

/**
 * Returns the files of deleted webhooks that stay, by their paths, without `@Webhook`: the API server would call webhooks
 * that nothing serves.
 * @param unwanted the paths that the change removes
 */
export function withoutWebhooks(
  host: Host,
  root: string,
  before: Layout,
  after: Layout,
  unwanted: readonly string[],
): ReadonlyMap<string, string> {
  const kept = [...before.keys()].filter(
    (path) => path.endsWith('.webhook.ts') && !after.has(path) && !unwanted.includes(path),
  );
  return new Map(
    kept.flatMap((path) => {
      const text = host.read(posix.join(root, path));
      const content = text === undefined ? undefined : withoutWebhookMarkers(path, text);
      return content === undefined || content === text ? [] : [[path, content] as const];
    }),
  );
}

/** Returns code of deleted webhooks that are created again, with `@Webhook`. */
export function withMarkersAgain({ path, content: after }: LayoutFile, existing: string): string {
  if (!path.endsWith('.webhook.ts')) return existing;
  const before = withoutWebhookMarkers(path, after);
  return mergeEdited(path, { existing, before, after }, { partial: false, read: () => undefined }).content;
}
