import { reportersWith } from '../../base/diagnostics/diagnostic.js';
import { deploymentDiagnostics } from '../deployment/diagnostics.js';
import { importDiagnostics } from '../import/diagnostics.js';
import { permissionsDiagnostics } from '../permissions/diagnostics.js';
import { adoptDiagnostics } from './diagnostics.js';

const reporters = reportersWith(deploymentDiagnostics, importDiagnostics, permissionsDiagnostics, adoptDiagnostics);

export const { diagnostic } = reporters;
export const refuse: typeof reporters.refuse = reporters.refuse;

export type DiagnosticCode = Parameters<typeof diagnostic>[0];
