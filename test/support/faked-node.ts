import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../runtime/src/testing/environment/ports.js';
import { executableName } from '../../runtime/src/testing/environment/platform.js';
import type { ControlPlaneAccess } from '../e2e/control-plane/access.js';
import { eventually } from './eventually.js';
import type { ExampleProject } from './example-operator.js';
import { startOperator, type OperatorProcess } from './operator-process.js';
import { makeTemporaryFolder } from './tree.js';

// Without a container engine, kwok reports the Pods of a Deployment as running, and nothing runs in them. Here, the manager of
// a deployed project runs as a process, and kubectl reaches it where a kubelet would be asked: logs and forwarded ports.

/** kubectl, with answers of its own where the API server would ask a kubelet. A project's test calls it a hundred times. */
const kubectlOf = (kubectl: string): string => `#!/bin/sh
here=\${0%/*}
fail() { echo "$1" >&2; exit 1; }
for each; do
  case $each in
    service/*) service=\${each#service/} ;;
    port-forward | logs | --previous) asked="$asked $each" ;;
  esac
done
case $asked in
  *port-forward*)
    [ -f "$here/$service.port" ] || fail "Error from server (NotFound): services \\"$service\\" not found"
    port=$(cat "$here/$service.port")
    echo "Forwarding from 127.0.0.1:$port -> $port"
    exec sleep 1000
    ;;
  *--previous*) fail 'Error from server (BadRequest): previous terminated container "manager" not found' ;;
  *logs*) cat "$here/log" ;;
  *) exec '${kubectl}' "$@" ;;
esac
`;

export interface FakedNode {
  /** A folder for the `PATH`, with a kubectl that finds the manager. */
  readonly path: string;
  /** The port on which the API server reaches the webhooks. */
  readonly webhookPort: number;
  /** Sets the port to which kubectl forwards a Service, by the end of its name. */
  forward(service: string, port: number): void;
  /** Adds a line to the log of the manager. */
  log(line: string): void;
  /** Waits for the Deployment of the manager, and starts the process with its arguments and permissions. */
  start(): Promise<OperatorProcess>;
  stop(): Promise<void>;
}

interface Deployment {
  readonly spec: { readonly template: { readonly spec: { readonly containers: readonly [Container] } } };
}

interface Container {
  readonly args: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
}

/** Creates the environment for a manager whose project has the given name. */
export async function fakeNode(cluster: ControlPlaneAccess, project: ExampleProject, name: string): Promise<FakedNode> {
  const folder = makeTemporaryFolder();
  const file = (each: string): string => join(folder.path, each);
  const [metricsPort, webhookPort] = [await freePort(), await freePort()];
  const forward = (service: string, port: number): void => writeFileSync(file(`${name}-${service}.port`), String(port));
  forward('controller-manager-metrics-service', metricsPort);
  forward('webhook-service', webhookPort);
  writeFileSync(file('kubectl'), kubectlOf(join(cluster.assetsDirectory, executableName('kubectl'))));
  chmodSync(file('kubectl'), 0o755);

  let operator: OperatorProcess | undefined;
  const added: string[] = [];
  const writeLog = (): void => {
    const lines = (operator?.lines ?? []).map((line) => JSON.stringify(line));
    writeFileSync(file('log'), [...lines, ...added].map((line) => `${line}\n`).join(''));
  };
  writeLog();
  const timer = setInterval(writeLog, 100);

  const container = async (): Promise<Container> => {
    const what = ['deployment', `${name}-controller-manager`, '-n', project.namespace];
    const { spec } = JSON.parse(await cluster.kubectl(['get', ...what, '-o', 'json'])) as Deployment;
    return spec.template.spec.containers[0];
  };
  return {
    path: folder.path,
    webhookPort,
    forward,
    log: (line) => added.push(line),
    async start() {
      const { args, env = [] } = await eventually(container, 60_000);
      const values = new Map(env.map((each) => [each.name, each.value]));
      const given = args.map((each) => each.replace(/\$\((\w+)\)/g, (whole, key) => values.get(key) ?? whole));
      const kubeconfig = await cluster.serviceAccountKubeconfig(project.namespace, `${name}-controller-manager`);
      const flags = [
        ...given,
        `--kubeconfig=${kubeconfig}`,
        `--leader-election-namespace=${project.namespace}`,
        `--metrics-bind-address=127.0.0.1:${metricsPort}`,
        '--health-probe-bind-address=127.0.0.1:0',
        `--webhook-port=${webhookPort}`,
        `--webhook-service-namespace=${project.namespace}`,
      ];
      const variables = env.flatMap((each) => (each.value === undefined ? [] : [[each.name, each.value]]));
      operator = startOperator(join(project.path, 'dist/main.mjs'), flags, Object.fromEntries(variables));
      return operator;
    },
    async stop() {
      await operator?.stop();
      clearInterval(timer);
      folder.remove();
    },
  };
}
