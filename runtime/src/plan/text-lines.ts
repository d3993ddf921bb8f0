import { isJsonObject } from '../json/json-object.js';
import type { JsonPatchOperation } from '../json/json-patch.js';
import type { PlannedReconcile, PlanSummary } from './planned-reconcile.js';
import type { PlannedWrite } from './planned-write.js';
import { cut, oneLine } from './shown-text.js';

/** Maximum number of lines for one write, and of characters for one value. */
const [mostLines, mostValue] = [50, 160];

/** Returns what a plan found for one object, for people: a line for the object, each write and each changed field. */
export function linesOf({ controller, namespace, name = '', writes, errors }: PlannedReconcile): string {
  const head =
    controller === undefined
      ? 'outside of reconciles'
      : `${controller} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
  const lines = [head, ...writes.flatMap(linesOfWrite), ...errors.map((error) => `  error: ${error}`)];
  return `${lines.map(oneLine).join('\n')}\n\n`;
}

/** Returns the last lines of a plan. */
export function summaryLine({ reconciled, writes, errors }: PlanSummary): string {
  const what = writes === 0 ? 'no changes' : count(writes, 'change');
  const problems = errors === 0 ? '' : `; ${count(errors, 'error')}`;
  return `${what}; ${count(reconciled, 'object')} reconciled${problems}\n`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function linesOfWrite({ verb, kind, apiVersion, namespace, name, subresource, patch, old }: PlannedWrite): string[] {
  const group = apiVersion.includes('/') ? `.${apiVersion.split('/')[0]}` : '';
  const part = subresource === undefined ? '' : ` ${subresource} of`;
  const head = `  ${verb}${part} ${kind}${group} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
  const lines = patch.flatMap((each) => linesOfOperation(each, old[each.path]));
  const left = lines.length - mostLines;
  const most = left > 0 ? [...lines.slice(0, mostLines), `… and ${left} more: see --output json`] : lines;
  return [head, ...most.map((line) => `    ${line}`)];
}

function linesOfOperation(operation: JsonPatchOperation, old: unknown): string[] {
  const field = fieldAt(operation.path);
  if (operation.op === 'remove') return [`- ${field}${old === undefined ? '' : `: ${shown(old)}`}`];
  if (!('value' in operation)) return [`${operation.op} ${field}`];
  if (operation.op === 'add')
    return leaves(field, operation.value).map(([path, value]) => `+ ${path}: ${shown(value)}`);
  const before = old === undefined ? '' : `${shown(old)} -> `;
  return [`~ ${field}: ${before}${shown(operation.value)}`];
}

/** Yields the fields of a value that are neither objects nor lists, or are empty. */
function leaves(field: string, value: unknown): readonly (readonly [string, unknown])[] {
  const fields = Array.isArray(value)
    ? value.map((each, index) => [`${field}[${index}]`, each] as const)
    : isJsonObject(value)
      ? Object.entries(value).map(([key, each]) => [`${field}${step(key, field === '')}`, each] as const)
      : [];
  return fields.length === 0 ? [[field, value]] : fields.flatMap(([path, each]) => leaves(path, each));
}

/** Returns a JSON pointer as a path: `spec.template.spec.containers[0].image`. */
function fieldAt(pointer: string): string {
  const keys = pointer.split('/').slice(1);
  return keys
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((key, index) => (/^\d+$/.test(key) ? `[${key}]` : step(key, index === 0)))
    .join('');
}

function step(key: string, isFirst: boolean): string {
  if (!/^[\w-]+$/.test(key)) return `[${JSON.stringify(key)}]`;
  return isFirst ? key : `.${key}`;
}

function shown(value: unknown): string {
  return cut(JSON.stringify(value), mostValue);
}
