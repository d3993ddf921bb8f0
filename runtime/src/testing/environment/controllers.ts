import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { TestCluster } from './cluster.js';
import { toArguments } from './flags.js';
import type { Ask } from './http.js';
import { executableName, isExecutable, type Environment } from './platform.js';
import type { Sandbox } from './sandbox.js';
import { waitFor } from './wait.js';

/** The variable with the path of the program that has the controllers. */
const variable = 'OPERATOR_GEN_CLUSTER';

/**
 * Finds the program with the controllers: the one in the variable `OPERATOR_GEN_CLUSTER`, or that of the package
 * `@operator-gen/cluster-<platform>`, which is installed in a project.
 * @param folder the project, or a folder in it
 * @throws Error that says how to get it
 */
export function findControllers(env: Environment = process.env, folder: string = process.cwd()): string {
  const named = env[variable];
  if (named) {
    if (isExecutable(named)) return named;
    throw new Error(`${variable} is ${named}, which is not a program.`);
  }
  const name = `@operator-gen/cluster-${process.platform}-${process.arch}`;
  const installed = packageFolder(name, folder);
  const program = installed && join(installed, executableName('operator-gen-cluster'));
  if (program !== undefined && isExecutable(program)) return program;
  throw new Error(
    `There is no program with the controllers for ${process.platform}-${process.arch}. ` +
      `Run \`npm install --save-dev ${name}\`, or set ${variable} to the path of the program.`,
  );
}

function packageFolder(name: string, folder: string): string | undefined {
  try {
    return join(createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`), '..');
  } catch {
    return undefined;
  }
}

const usualCapacity = { cpu: '64', memory: '256Gi', pods: '250' };

/**
 * Returns a Node whose Pods become ready at once, without containers, in a test environment with controllers.
 * See https://kwok.sigs.k8s.io/docs/user/kwok-manage-nodes-and-pods/
 *
 * @param capacity the resources for Pods, as quantities by name
 */
export function simulatedNode(name: string, capacity: Readonly<Record<string, string>> = usualCapacity) {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      annotations: { 'kwok.x-k8s.io/node': 'fake' },
      labels: { 'kubernetes.io/hostname': name, 'kubernetes.io/os': 'linux' },
    },
    status: { allocatable: capacity, capacity },
  };
}

const nodeName = 'node-1';

interface ControllersParts {
  readonly cluster: TestCluster;
  readonly ask: Ask;
  readonly program: string;
  readonly timeoutMs: number;
}

/**
 * Starts kube-controller-manager, kube-scheduler and the simulation of a node, and waits until Pods can run.
 * @throws Error with the end of their log, or with the answer of the API server
 */
export async function startControllers(sandbox: Sandbox, parts: ControllersParts): Promise<void> {
  const { cluster, ask, program, timeoutMs } = parts;
  const settingsPath = join(sandbox.directory, 'controllers.json');
  await writeFile(settingsPath, JSON.stringify(settingsOf(sandbox.directory, cluster)));
  const running = sandbox.start({ command: program, args: [settingsPath] });
  const read = async (path: string): Promise<Found | undefined> => {
    running.assertRunning();
    const { status, text } = await ask({ method: 'GET', path });
    return status === 200 ? (JSON.parse(text) as Found) : undefined;
  };
  const created = await ask({ method: 'POST', path: '/api/v1/nodes', body: simulatedNode(nodeName) });
  if (created.status !== 201) throw new Error(`node ${nodeName} cannot be created: ${created.text}`);
  await waitFor(`node ${nodeName} is ready`, timeoutMs, async () => {
    const conditions = (await read(`/api/v1/nodes/${nodeName}`))?.status?.conditions ?? [];
    return conditions.find(({ type, status }) => type === 'Ready' && status === 'True');
  });
  await waitFor('the service account default exists', timeoutMs, () =>
    read('/api/v1/namespaces/default/serviceaccounts/default'),
  );
}

interface Found {
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

/** Returns the configuration of the program: `upstream/cluster/settings.go` in the repository of operator-gen. */
function settingsOf(folder: string, { kubeconfigPath, serviceAccountKeyPath, certificateAuthorityPath }: TestCluster) {
  const kubeconfig = kubeconfigPath;
  // There is one of each and nothing reads their metrics: no election, no port.
  const alone = {
    kubeconfig,
    'leader-elect': 'false',
    'secure-port': '0',
    'kube-api-qps': '200',
    'kube-api-burst': '400',
  };
  return {
    folder,
    kubeconfig,
    controllerManager: toArguments({
      ...alone,
      'service-account-private-key-file': serviceAccountKeyPath,
      'root-ca-file': certificateAuthorityPath,
      'use-service-account-credentials': 'true',
    }),
    scheduler: toArguments(alone),
    nodes: {},
  };
}
