import { reportersWith } from '../../base/diagnostics/diagnostic.js';
import { releasedDiagnostics } from './diagnostics.js';

const reporters = reportersWith(releasedDiagnostics);

export const { diagnostic } = reporters;
export const refuse: typeof reporters.refuse = reporters.refuse;
