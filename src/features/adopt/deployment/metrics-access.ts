import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { left } from '../left.js';
import { ofManager } from '../project/manager-files.js';
import { isMet, optionsOf } from '../project/manager-options.js';
import { metricsServing, type SettingsInput } from '../project/manager-settings.js';

const filterOption = 'Metrics.FilterProvider';
/** The filter of controller-runtime, which does what the runtime does. */
const usualFilter = /\bWithAuthenticationAndAuthorization\b/;

/**
 * Warns of clients that read the metrics of the Go operator and not those of the new one, or the other way round: HTTPS and
 * authorization belong together here, and are two options there.
 */
export function metricsAccess(input: SettingsInput): readonly Diagnostic[] {
  const serving = metricsServing(input);
  if (serving === undefined) return [];
  const { address, isSecure, position } = serving;
  const filters = optionsOf(ofManager(input.files), [filterOption], input.given).filter(({ code }) => code !== 'nil');
  const [filter] = filters;
  if (isSecure && filter === undefined) return [diagnostic('metrics-authorized', { address }, position)];
  const other = filters.find(({ code }) => !usualFilter.test(code));
  if (isSecure && other !== undefined) {
    const instead = `the new operator answers clients that may get /metrics, whatever ${other.code} does`;
    return [left(`the option ${filterOption} of the manager`, instead, other.position)];
  }
  // A condition that is known only at run time can be for HTTPS alone.
  const open = isSecure ? undefined : filters.find(({ conditions }) => isMet(conditions, input.given) === true);
  return open === undefined ? [] : [diagnostic('metrics-not-authorized', { address }, open.position)];
}
