import type { Kind, SkippedVersion } from './kind.js';
import type { RbacRule } from './rbac.js';
import type { WebhookConfiguration, WebhookRule } from './webhook.js';

/** Everything declared in the sources, as plain data that can be printed as JSON. */
export interface Model {
  readonly kinds: readonly Kind[];
  readonly skipped: readonly SkippedVersion[];
  readonly rbac: readonly RbacRule[];
  readonly webhooks: readonly WebhookRule[];
  readonly webhookConfigurations: readonly WebhookConfiguration[];
}

/** Version of the model's shape: raised when a field goes or changes its meaning, not when one is added. */
export const modelVersion = 1 as const;

/** The model of sources without declarations. */
export const emptyModel: Model = { kinds: [], skipped: [], rbac: [], webhooks: [], webhookConfigurations: [] };
