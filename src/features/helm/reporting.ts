import { reportersWith } from '../../base/diagnostics/diagnostic.js';
import { helmDiagnostics } from './diagnostics.js';

export const { diagnostic } = reportersWith(helmDiagnostics);
