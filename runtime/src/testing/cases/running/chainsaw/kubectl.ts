import { resourceInfo } from '../../../../api/resource.js';
import { formatDuration } from '../../../../scalars/duration.js';
import { fillString } from '../../chainsaw/expressions/template.js';
import type { KubectlOperation, WaitCondition } from '../../chainsaw/model.js';
import type { Failure } from '../result.js';
import { runKubectlWords } from './command.js';
import type { OperationContext } from './operation-context.js';
import { exactKind } from './targets.js';

/** Seconds that `kubectl wait` has to end after its own time limit. */
const graceOfWait = 30;

/** Runs an operation with kubectl. @throws Error if an expression cannot be evaluated, or the kind is not served */
export async function runKubectl(operation: KubectlOperation, context: OperationContext): Promise<Failure | undefined> {
  const args = await argumentsOf(operation, context);
  const seconds = context.seconds + (operation.type === 'wait' ? graceOfWait : 0);
  return runKubectlWords(args, operation.place, { ...context, seconds });
}

async function argumentsOf(operation: KubectlOperation, context: OperationContext): Promise<readonly string[]> {
  const fill = (text: string): string => fillString(text, context.values);
  const { type, condition, showEvents, tail } = operation;
  const [name, selector, namespace] = [fill(operation.name), fill(operation.selector), fill(operation.namespace)];
  const selected = name === '' ? (selector === '' ? [] : ['-l', selector]) : [name];
  const format = fill(operation.format);
  const place = namespace === '*' ? ['--all-namespaces'] : ['-n', namespace || '$NAMESPACE'];
  if (type === 'podLogs') {
    const container = fill(operation.container);
    const ofContainer = container === '' ? ['--all-containers'] : ['-c', container];
    const ofTail = tail === undefined ? [] : ['--tail', String(tail)];
    return ['logs', '--prefix', ...selected, '-n', namespace || '$NAMESPACE', ...ofContainer, ...ofTail];
  }
  const served = await exactKind({ apiVersion: fill(operation.apiVersion), kind: fill(operation.kind) }, context);
  const { plural, version, group } = resourceInfo(served.handle);
  const resource = group === '' ? plural : `${plural}.${version}.${group}`;
  const around = served.isNamespaced ? place : [];
  const ofFormat = format === '' ? [] : ['-o', format];
  if (type === 'wait') {
    const limit = ['--timeout', formatDuration(context.seconds * 1000)];
    const awaited = selected.length === 0 ? ['--all'] : selected;
    return ['wait', resource, forOf(condition!, fill), ...awaited, ...around, ...ofFormat, ...limit];
  }
  if (type === 'describe')
    return [
      'describe',
      resource,
      ...selected,
      ...around,
      ...(showEvents === undefined ? [] : [`--show-events=${showEvents}`]),
    ];
  return ['get', resource, ...selected, ...around, ...ofFormat];
}

function forOf(condition: WaitCondition, fill: (text: string) => string): string {
  if (condition.type === 'deletion') return '--for=delete';
  const kind = condition.type === 'jsonPath' ? 'jsonpath' : 'condition';
  const value = condition.value === undefined ? '' : `=${fill(condition.value)}`;
  return `--for=${kind}=${fill(condition.name)}${value}`;
}
