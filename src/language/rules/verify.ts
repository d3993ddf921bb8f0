import type { Diagnostic } from '../../base/diagnostics/diagnostic.js';
import type { Kind } from '../../base/model/kind.js';
import type { Model } from '../../base/model/model.js';
import { verifyKind as verifyOneKind } from './kind-rules.js';
import { verifySharedNames } from './name-rules.js';
import { verifyPermissions } from './rbac-rules.js';
import { verifyTexts } from './text-rules.js';
import { verifyWebhooks } from './webhook-rules.js';

/** Facts about a model that are not in the sources. */
export interface VerifyOptions {
  /** Reports whether the versions of a kind are converted, so that none of their fields is lost. */
  readonly isConverted: (kind: Kind) => boolean;
  /** Verifies one kind, or returns results that are already known. */
  readonly verifyKind?: typeof verifyOneKind;
}

/** Returns what the API server would reject in a model, or what would have no effect. */
export function verifyModel(
  model: Model,
  { isConverted, verifyKind = verifyOneKind }: VerifyOptions,
): readonly Diagnostic[] {
  return [
    ...model.kinds.flatMap((kind) => verifyKind(kind, { isConverted: isConverted(kind) })),
    ...verifySharedNames(model),
    ...verifyPermissions(model),
    ...verifyWebhooks(model),
    ...verifyTexts(model),
  ];
}
