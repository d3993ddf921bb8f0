import { existsSync } from 'node:fs';
import type { AuditEvent } from '../../environment/audit.js';
import type { TestEnvironment } from '../../environment/environment.js';
import { kustomize } from '../../environment/kustomize.js';
import { createSandbox } from '../../environment/sandbox.js';
import { readObjects } from '../files/documents.js';
import type { CaseObject } from '../model.js';
import { applyObject } from '../running/apply.js';
import type { StepContext } from '../running/context.js';
import { OutputLines } from '../running/output-lines.js';
import type { CaseResult, Failure } from '../running/result.js';
import { connect } from './case-cluster.js';
import { workloadIn } from './operator-workload.js';

/** Operator of a project, for its test cases. */
export interface ProjectOperator {
  /** Folder with the kustomization that deploys it, such as `config/default`. */
  readonly manifests: string;
  /** Module that starts it, such as `dist/main.mjs`. */
  readonly main: string;
}

/** Operator that runs as its service account. */
export interface RunningOperator {
  /** Returns the results with the requests that the operator was not allowed to make, as failures. */
  readonly withDenials: (results: readonly CaseResult[]) => Promise<readonly CaseResult[]>;
  readonly stop: () => Promise<void>;
}

/** Kinds that an operator needs to run as a process outside of the cluster, in the order in which they are applied. */
const appliedKinds = [
  'Namespace',
  'ServiceAccount',
  'ClusterRole',
  'Role',
  'ClusterRoleBinding',
  'RoleBinding',
  'ConfigMap',
  'Secret',
];

/**
 * Installs the roles and the service account of an operator, and starts it as a process that has their permissions and no
 * others. Webhooks are not installed.
 * @throws Error if the module or the Deployment does not exist, or an object is rejected
 */
export async function startOperatorUnderRole(
  environment: TestEnvironment,
  { manifests, main }: ProjectOperator,
): Promise<RunningOperator> {
  if (!existsSync(main)) throw new Error(`the operator has not been built: ${main} does not exist`);
  const objects = readObjects(manifests, await kustomize(manifests));
  const { namespace, account, variables } = workloadIn(manifests, objects);
  await install(environment, objects);
  const kubeconfig = await environment.serviceAccountKubeconfig(namespace, account);
  const sandbox = createSandbox('operator-of-cases-');
  const operator = sandbox.start({
    command: process.execPath,
    args: [
      main,
      `--kubeconfig=${kubeconfig}`,
      '--leader-elect=false',
      '--health-probe-bind-address=0',
      '--metrics-bind-address=0',
    ],
    env: { ...variables, KUBECONFIG: kubeconfig },
  });
  const user = `system:serviceaccount:${namespace}:${account}`;
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

async function install(environment: TestEnvironment, objects: readonly CaseObject[]): Promise<void> {
  const cluster = connect(environment.config);
  const context: StepContext = {
    cluster,
    namespace: 'default',
    folder: environment.directory,
    kubeconfig: environment.kubeconfigPath,
    cwd: environment.directory,
    timeout: 30,
    skipDelete: true,
    output: new OutputLines(),
    signal: new AbortController().signal,
    atEnd: () => undefined,
  };
  try {
    for (const kind of appliedKinds) {
      for (const each of objects.filter((object) => object.kind === kind)) {
        const failure = await applyObject(each, context);
        if (failure !== undefined) throw new Error(failure.message);
      }
    }
  } finally {
    cluster.close();
  }
}

function failureOf(operator: { readonly describe: (message: string) => string }): Failure {
  const [message = '', ...details] = operator.describe('ended while the cases ran').split('\n');
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
