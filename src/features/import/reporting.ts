import { reportersWith } from '../../base/diagnostics/diagnostic.js';
import { importDiagnostics } from './diagnostics.js';

const reporters = reportersWith(importDiagnostics);

export const { diagnostic } = reporters;
export const refuse: typeof reporters.refuse = reporters.refuse;
