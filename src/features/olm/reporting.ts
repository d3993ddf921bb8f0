import { reportersWith } from '../../base/diagnostics/diagnostic.js';
import { olmDiagnostics } from './diagnostics.js';

const reporters = reportersWith(olmDiagnostics);

export const { diagnostic } = reporters;
export const refuse: typeof reporters.refuse = reporters.refuse;

export type DiagnosticCode = Parameters<typeof diagnostic>[0];
