import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect } from 'vitest';
import { parse } from 'yaml';
import type { ControlPlaneAccess } from '../e2e/control-plane/access.js';
import { eventually } from './eventually.js';
import { examplePath } from './examples.js';
import { followProcess, startOperator, type OperatorProcess } from './operator-process.js';
import { makeTemporaryFolder } from './tree.js';

const checkout = fileURLToPath(new URL('../..', import.meta.url));

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
}

/** An example as a user has it: a separate project, with the tool and its dependencies installed. */
export interface ExampleProject {
  readonly path: string;
  /** The namespace to which `deploy` deploys it. */
  readonly namespace: string;
  /** The user name of its service account. */
  readonly account: string;
  /** Runs one of the project's own commands against the test's cluster, and returns its output. */
  run(...command: readonly [string, ...string[]]): Promise<string>;
  /** Runs `make deploy` of the project: CRDs, namespace, service account, roles, and a manager that no node runs. */
  deploy(): Promise<void>;
  /** Like `start`, but does not wait until it works. */
  launch(env?: Readonly<Record<string, string>>, flags?: readonly string[]): Promise<OperatorProcess>;
  /** Runs the bundled operator as a process with the permissions of its generated role, and no others. */
  start(env?: Readonly<Record<string, string>>, flags?: readonly string[]): Promise<OperatorProcess>;
  /** Starts one of the project's own commands in a separate process group; its output is its log. */
  spawn(...command: readonly [string, ...string[]]): OperatorProcess;
  remove(): void;
}

/** Copies an example, installs what it needs, and bundles it. */
export async function makeExampleProject(cluster: ControlPlaneAccess, name: string): Promise<ExampleProject> {
  return makeProject(cluster, async (folder) => cpSync(examplePath(name), folder, { recursive: true }));
}

/** Creates a project in an empty folder, installs what it needs, and bundles it. */
export async function makeProject(
  cluster: ControlPlaneAccess,
  make: (folder: string, run: ExampleProject['run']) => Promise<unknown>,
): Promise<ExampleProject> {
  const folder = makeTemporaryFolder();
  const tools = makeTemporaryFolder();
  symlinkSync(join(checkout, 'bin/operator-gen.js'), join(tools.path, 'operator-gen'));
  const env = {
    PATH: [tools.path, cluster.assetsDirectory, process.env['PATH']].join(delimiter),
    KUBECONFIG: cluster.kubeconfigPath,
    KUBEBUILDER_ASSETS: cluster.assetsDirectory,
    NO_COLOR: '1',
  };
  const run: ExampleProject['run'] = async (file, ...args) => {
    return (await execa(file, args, { cwd: folder.path, env, preferLocal: true })).stdout;
  };
  await make(folder.path, run);
  symlinkSync(join(checkout, 'node_modules'), join(folder.path, 'node_modules'));
  const { projectName } = parse(readFileSync(join(folder.path, 'PROJECT'), 'utf8')) as { projectName: string };
  const namespace = `${projectName}-system`;
  const serviceAccount = `${projectName}-controller-manager`;
  await run('npm', 'run', '--silent', 'build');

  const account = `system:serviceaccount:${namespace}:${serviceAccount}`;
  // The API server notices a role a moment later; on a busy machine, an operator asks before that.
  const isAllowed = async (): Promise<void> => {
    const role = ['get', 'clusterroles', `${projectName}-manager-role`, '--ignore-not-found', '-o', 'json'];
    const { rules = [] } = JSON.parse((await cluster.kubectl(role)) || '{}') as { readonly rules?: readonly Rule[] };
    const resources = rules.flatMap(({ apiGroups, resources: plurals }) =>
      apiGroups.flatMap((group) => plurals.map((plural) => (group === '' ? plural : `${plural}.${group}`))),
    );
    await eventually(async () => {
      const list = await cluster.kubectl(['auth', 'can-i', '--list', '--as', account, '-n', namespace]);
      const allowed = new Set(list.split('\n').map((line) => line.split(' ')[0]));
      expect(resources.filter((each) => !allowed.has(each.replace(/^([^/.]+)(\/[^.]+)?(.*)$/, '$1$3$2')))).toEqual([]);
    });
  };

  const launch: ExampleProject['launch'] = async (variables = {}, more = []) => {
    await isAllowed();
    const kubeconfig = await cluster.serviceAccountKubeconfig(namespace, serviceAccount);
    const flags = [
      `--kubeconfig=${kubeconfig}`,
      '--leader-elect',
      `--leader-election-namespace=${namespace}`,
      '--health-probe-bind-address=127.0.0.1:0',
      '--metrics-bind-address=127.0.0.1:0',
      ...more,
    ];
    return startOperator(join(folder.path, 'dist/main.mjs'), flags, variables);
  };

  return {
    path: folder.path,
    namespace,
    account,
    run,
    deploy: async () => void (await run('make', 'deploy', `IMG=example.com/${projectName}:test`)),
    launch,
    start: async (variables, more) => {
      const operator = await launch(variables, more);
      await operator.waitForLine('controller started');
      return operator;
    },
    spawn: (file, ...args) => followProcess(file, args, { cwd: folder.path, env, group: true }),
    remove: () => {
      folder.remove();
      tools.remove();
    },
  };
}
