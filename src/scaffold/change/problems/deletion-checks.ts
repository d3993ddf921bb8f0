import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { extensionPoint } from '../../../base/extensions/extension-point.js';
import type { PlannedChange } from '../planned-change.js';

/** Returns problems that a project has after something was deleted, and did not have before. */
export type DeletionCheck = (change: PlannedChange) => Promise<readonly Diagnostic[]>;

/** The checks of features after a deletion. */
export const deletionChecks = extensionPoint<DeletionCheck>();
