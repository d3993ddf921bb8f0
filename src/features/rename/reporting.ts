import { reportersWith } from '../../base/diagnostics/diagnostic.js';
import { renameDiagnostics } from './diagnostics.js';

const reporters = reportersWith(renameDiagnostics);

export const { diagnostic } = reporters;
export const refuse: typeof reporters.refuse = reporters.refuse;
