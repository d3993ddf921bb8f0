import { catalogue } from '../../base/diagnostics/catalogue.js';
import { reportersOf } from '../../base/diagnostics/diagnostic.js';
import { deploymentDiagnostics } from './diagnostics.js';

// The problems of the core, and those of the feature.
const reported = { ...catalogue, ...deploymentDiagnostics };

export const { diagnostic } = reportersOf(reported);
