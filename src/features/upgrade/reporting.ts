import { catalogue } from '../../base/diagnostics/catalogue.js';
import { reportersOf } from '../../base/diagnostics/diagnostic.js';
import { upgradeDiagnostics } from './diagnostics.js';

// The problems of the core, and those of the feature.
const reported = { ...catalogue, ...upgradeDiagnostics };

export const { diagnostic } = reportersOf(reported);
