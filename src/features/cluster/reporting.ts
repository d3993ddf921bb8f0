import { reportersWith } from '../../base/diagnostics/diagnostic.js';
import { clusterDiagnostics } from './diagnostics.js';

const reporters = reportersWith(clusterDiagnostics);

export const { diagnostic } = reporters;
export const refuse: typeof reporters.refuse = reporters.refuse;
