import { releasedDiagnostics } from '../released/diagnostics.js';
import { compatibilityDiagnostics } from './diagnostics.js';

/** The codes of problems that depend on the base of `--against`. */
export const comparisonCodes: readonly string[] = Object.keys({ ...releasedDiagnostics, ...compatibilityDiagnostics });
