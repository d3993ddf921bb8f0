import { diagnostic } from '../reporting.js';
import type { Diagnostic } from '../../../base/diagnostics/diagnostic.js';
import { left } from '../left.js';
import { ofManager } from '../project/manager-files.js';
import { isMet, optionsOf } from '../project/manager-options.js';
import { metricsServing, type SettingsInput } from '../project/manager-settings.js';

const filterOption = 'Metrics.FilterProvider';
/** The filter of controller-runtime that is equivalent to the runtime's. */
const usualFilter = /\bWithAuthenticationAndAuthorization\b/;

/**
 * Warns of clients that can read the metrics of only one of the two operators: the runtime combines HTTPS and
 * authorization, while controller-runtime has an option for each.
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
  // A condition that is known only at run time can apply to HTTPS alone.
  const open = isSecure ? undefined : filters.find(({ conditions }) => isMet(conditions, input.given) === true);
  return open === undefined ? [] : [diagnostic('metrics-not-authorized', { address }, open.position)];
}
