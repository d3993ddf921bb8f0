import { catalogue } from '../../base/diagnostics/catalogue.js';
import { reportersOf, type Reporters } from '../../base/diagnostics/diagnostic.js';
import { deploymentDiagnostics } from '../deployment/diagnostics.js';
import { importDiagnostics } from '../import/diagnostics.js';
import { permissionsDiagnostics } from '../permissions/diagnostics.js';
import { adoptDiagnostics } from './diagnostics.js';

// The problems of the core, and those of the feature.
const reported = {
  ...catalogue,
  ...deploymentDiagnostics,
  ...importDiagnostics,
  ...permissionsDiagnostics,
  ...adoptDiagnostics,
};

export type DiagnosticCode = keyof typeof reported;

export const { diagnostic } = reportersOf(reported);
export const refuse: Reporters<typeof reported>['refuse'] = reportersOf(reported).refuse;
