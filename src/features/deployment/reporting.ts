import { reportersWith } from '../../base/diagnostics/diagnostic.js';
import { deploymentDiagnostics } from './diagnostics.js';

export const { diagnostic } = reportersWith(deploymentDiagnostics);
