import { releasedDiagnostics } from '../released/diagnostics.js';
import { compatibilityDiagnostics } from './diagnostics.js';

/** The codes of problems that depend on what `--against` names. */
export const comparisonCodes: readonly string[] = Object.keys({ ...releasedDiagnostics, ...compatibilityDiagnostics });
