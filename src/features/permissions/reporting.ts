import { reportersWith } from '../../base/diagnostics/diagnostic.js';
import { permissionsDiagnostics } from './diagnostics.js';

const reporters = reportersWith(permissionsDiagnostics);

export const { diagnostic } = reporters;
export const refuse: typeof reporters.refuse = reporters.refuse;
