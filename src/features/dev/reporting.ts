import { reportersWith } from '../../base/diagnostics/diagnostic.js';
import { devDiagnostics } from './diagnostics.js';

const reporters = reportersWith(devDiagnostics);

export const { diagnostic } = reporters;
export const refuse: typeof reporters.refuse = reporters.refuse;
