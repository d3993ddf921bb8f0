import { catalogue } from '../../base/diagnostics/catalogue.js';
import { reportersOf, type Reporters } from '../../base/diagnostics/diagnostic.js';
import { helmDiagnostics } from './diagnostics.js';

// The problems of the core, and those of the feature.
const reported = { ...catalogue, ...helmDiagnostics };

export type DiagnosticCode = keyof typeof reported;

export const { diagnostic } = reportersOf(reported);
export const refuse: Reporters<typeof reported>['refuse'] = reportersOf(reported).refuse;
