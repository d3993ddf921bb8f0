import type { AuditEvent } from '../../environment/audit.js';
import type { TestEnvironment } from '../../environment/environment.js';
import { createSandbox } from '../../environment/sandbox.js';
import type { SandboxProcess } from '../../environment/sandbox-process.js';
import type { CaseResult, Failure } from '../running/result.js';

/** Operator as a process, for test cases. */
export interface OperatorProcess {
  /** Module that starts it, such as `dist/main.mjs`. */
  readonly main: string;
  /** Its service account. */
  readonly account: { readonly namespace: string; readonly name: string };
  /** Its own flags, in addition to those for a process outside of the cluster. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Is called once it is started, before the cases run: for example to wait for its webhooks, and to install them. */
  readonly started?: () => Promise<void>;
}

/** Installs what an operator requires, such as its roles and its service account, and returns how to start it. */
export type InstallOperator = (cluster: Pick<TestEnvironment, 'config' | 'directory'>) => Promise<OperatorProcess>;

/** Operator that runs as its service account. */
export interface RunningOperator {
  /** Returns the results with the requests that the operator was not allowed to make, as failures. */
  readonly withDenials: (results: readonly CaseResult[]) => Promise<readonly CaseResult[]>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts an operator as a process that has the permissions of its service account and no others.
 * @throws Error if it cannot be installed, or ends before it is started
 */
export async function startOperatorUnderRole(
  environment: TestEnvironment,
  install: InstallOperator,
): Promise<RunningOperator> {
  const { main, account, args = [], env = {}, started } = await install(environment);
  const kubeconfig = await environment.serviceAccountKubeconfig(account.namespace, account.name);
  const sandbox = createSandbox('operator-of-cases-');
  const operator = sandbox.start({
    command: process.execPath,
    args: [
      main,
      ...args,
      `--kubeconfig=${kubeconfig}`,
      '--leader-elect=false',
      '--health-probe-bind-address=0',
      '--metrics-bind-address=0',
    ],
    env: { ...env, KUBECONFIG: kubeconfig },
  });
  try {
    await Promise.race([started?.(), operator.whenEnded]);
    operator.assertRunning();
  } catch (error) {
    await sandbox.stop();
    throw error;
  }
  const user = `system:serviceaccount:${account.namespace}:${account.name}`;
  return {
    withDenials: async (results) => {
      const ended = operator.ended ? [failureOf(operator)] : [];
      const events = await environment.auditEvents();
      const denied = events.filter((each) => each.user.username === user && each.responseStatus?.code === 403);
      const complete = (each: CaseResult): CaseResult =>
        withFailures(each, [...ended, ...denialsFor(each, results, denied)]);
      return results.map((each) => (each.skipped === true ? each : complete(each)));
    },
    stop: () => sandbox.stop(),
  };
}

function failureOf(operator: Pick<SandboxProcess, 'end' | 'describe'>): Failure {
  const [message = '', ...details] = operator.describe(`${operator.end} while the cases ran`).split('\n');
  return { message: `the operator: ${message}`, details };
}

/** Returns the denied requests in the namespace of a case; those in no namespace of a case concern every case. */
function denialsFor(
  { namespace }: CaseResult,
  results: readonly CaseResult[],
  denied: readonly AuditEvent[],
): readonly Failure[] {
  const ofCases = new Set(results.map((each) => each.namespace));
  const lines = denied
    .filter(({ objectRef }) => objectRef?.namespace === namespace || !ofCases.has(objectRef?.namespace))
    .map(({ verb, objectRef: { resource = '', subresource, apiGroup } = {} }) => {
      const group = apiGroup === undefined || apiGroup === '' ? '' : `.${apiGroup}`;
      return `${verb} ${resource}${group}${subresource === undefined ? '' : `/${subresource}`}`;
    });
  const message = 'the role of the operator does not allow requests that it made (403)';
  return lines.length === 0 ? [] : [{ message, details: [...new Set(lines)] }];
}

function withFailures(result: CaseResult, failures: readonly Failure[]): CaseResult {
  if (failures.length === 0 || result.problem !== undefined) return result;
  const step = { name: 'operator', seconds: 0, assertions: 0, failures };
  return { ...result, passed: false, steps: [...result.steps, step] };
}
