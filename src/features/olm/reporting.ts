import { catalogue } from '../../base/diagnostics/catalogue.js';
import { reportersOf, type ParametersIn, type Reporters } from '../../base/diagnostics/diagnostic.js';
import { olmDiagnostics } from './diagnostics.js';

// The problems of the core, and those of the feature.
const reported = { ...catalogue, ...olmDiagnostics };

export type DiagnosticCode = keyof typeof reported;
export type DiagnosticParameters<C extends DiagnosticCode> = ParametersIn<typeof reported, C>;

export const { diagnostic } = reportersOf(reported);
export const refuse: Reporters<typeof reported>['refuse'] = reportersOf(reported).refuse;
