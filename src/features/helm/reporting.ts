import { catalogue } from '../../base/diagnostics/catalogue.js';
import { reportersOf } from '../../base/diagnostics/diagnostic.js';
import { helmDiagnostics } from './diagnostics.js';

// The problems of the core, and those of the feature.
const reported = { ...catalogue, ...helmDiagnostics };

export const { diagnostic } = reportersOf(reported);
