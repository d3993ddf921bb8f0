import { reportersWith } from '../../base/diagnostics/diagnostic.js';
import { upgradeDiagnostics } from './diagnostics.js';

export const { diagnostic } = reportersWith(upgradeDiagnostics);
