import { reportersWith } from '../../base/diagnostics/diagnostic.js';
import { releasedDiagnostics } from '../released/diagnostics.js';
import { compatibilityDiagnostics } from './diagnostics.js';

const reporters = reportersWith(releasedDiagnostics, compatibilityDiagnostics);

export const { diagnostic } = reporters;
export const refuse: typeof reporters.refuse = reporters.refuse;
