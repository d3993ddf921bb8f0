import { reportersWith } from '../../base/diagnostics/diagnostic.js';
import { usageError } from '../../cli/framework/usage-error.js';
import { clusterDiagnostics } from './diagnostics.js';

/** Refuses a value of the command line, or of a variable. */
export function refuseValue(option: string, value: string, reason: string): never {
  throw usageError('cluster up', 'invalid-value', { option, value, reason });
}

const reporters = reportersWith(clusterDiagnostics);

export const { diagnostic } = reporters;
export const refuse: typeof reporters.refuse = reporters.refuse;
