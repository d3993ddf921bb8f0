import { catalogue } from '../../base/diagnostics/catalogue.js';
import { reportersOf, type Reporters } from '../../base/diagnostics/diagnostic.js';
import { importDiagnostics } from './diagnostics.js';

// The problems of the core, and those of the feature.
const reported = { ...catalogue, ...importDiagnostics };

export const { diagnostic } = reportersOf(reported);
export const refuse: Reporters<typeof reported>['refuse'] = reportersOf(reported).refuse;
