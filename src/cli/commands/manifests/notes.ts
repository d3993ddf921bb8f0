import { extensionPoint } from '../../../base/extensions/extension-point.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import type { Environment } from '../../../output/operation/outcome.js';

/** Returns the findings of an earlier run in the same project, without checking again. */
export type Note = (environment: Environment, root: string) => Promise<readonly Diagnostic[]>;

/** The notes of features that `manifests` adds to its report. */
export const notes = extensionPoint<Note>();
