import { diagnostic, type Diagnostic } from '../../diagnostics/diagnostic.js';
import type { GoManagerOption } from '../../go/answer.js';
import { left } from './left.js';
import { ofManager } from './manager-files.js';
import { metricsServing, type SettingsInput } from './manager-settings.js';
import type { Source } from './source.js';

const filterOption = 'Metrics.FilterProvider';
/** The filter of controller-runtime, which does what the runtime does. */
const usualFilter = /\bWithAuthenticationAndAuthorization\b/;

/**
 * Warns of clients that read the metrics of the Go operator and not those of the new one, or the other way round: HTTPS and
 * authorization belong together here, and are two options there.
 */
export function metricsAccess(source: Source, input: SettingsInput): readonly Diagnostic[] {
  const serving = metricsServing(input);
  if (serving === undefined) return [];
  const { address, isSecure, position } = serving;
  const filters = ofManager(input.files)
    .flatMap(({ options }) => options)
    .filter(({ name, code }) => name === filterOption && code !== 'nil');
  const [filter] = filters;
  if (isSecure && filter === undefined) return [diagnostic('metrics-authorized', { address }, position)];
  const other = filters.find(({ code }) => !usualFilter.test(code));
  if (isSecure && other !== undefined) {
    const instead = `the new operator answers clients that may get /metrics, whatever ${other.code} does`;
    return [left(`the option ${filterOption} of the manager`, instead, other.position)];
  }
  const open = isSecure ? undefined : filters.find((each) => isInLiteral(each, source));
  return open === undefined ? [] : [diagnostic('metrics-not-authorized', { address }, open.position)];
}

/** Reports whether an option is a key of a literal. A statement can be for HTTPS alone. */
function isInLiteral({ position }: GoManagerOption, source: Source): boolean {
  const path = source.paths.find((each) => source.shown(each) === position.file);
  const line = path === undefined ? undefined : source.read(path)?.split('\n')[position.line - 1];
  return line !== undefined && /^\w+\s*:(?!=)/.test(line.slice(position.column - 1));
}
