import type { LayoutFile } from '../layout/layout.js';
import { withoutWebhookMarkers } from '../refactor/webhook-markers.js';
import { mergeEdited } from './merge-edited.js';

/** Returns code of deleted webhooks that are created again, with `@Webhook`. */
export function withMarkersAgain({ path, content: after }: LayoutFile, existing: string): string {
  if (!path.endsWith('.webhook.ts')) return existing;
  const before = withoutWebhookMarkers(path, after);
  return mergeEdited(path, { existing, before, after }, { partial: false, read: () => undefined }).content;
}
