import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { temporaryFolder, type Tree } from '../support/tree.js';
import { initContext, rendered } from './samples.js';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const program = join(checkout, 'bin/operator-gen-cluster.js');

/** What the cluster of the stub has, and how its kubectl behaves. */
export interface StubCluster {
  readonly contexts?: Readonly<Record<string, string>>;
  readonly current?: string;
  /** CRDs with their objects: the name of each, and its finalizers. */
  readonly crds?: Readonly<
    Record<string, readonly { readonly name: string; readonly finalizers?: readonly string[] }[]>
  >;
  /** CRDs with objects in several versions, which the operator does not convert. */
  readonly unconverted?: readonly string[];
  readonly namespaces?: readonly string[];
  /** Objects of the manifests that it does not have, and kinds, each by its name. */
  readonly missing?: readonly string[];
  readonly unknown?: readonly string[];
  /** API groups with their versions, beside the built-in ones. */
  readonly apis?: readonly string[];
  readonly manifests?: string;
  /** The errors of kubectl in a dry run. */
  readonly rejects?: string;
  /** The verb of kubectl that fails, and the one that never ends and ignores SIGTERM. */
  readonly fails?: string;
  readonly hangs?: string;
}

/** What `kubectl kustomize config/default` prints, in kustomize's order and form. */
export const usualManifests = `apiVersion: v1
kind: Namespace
metadata:
  labels:
    name: not-this-one
  name: test-system
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  annotations:
    note: |
      kind: Nothing
      name: nothing
  name: orders.shop.example.com
spec:
  group: shop.example.com
  names:
    kind: Order
    plural: orders
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: test-controller-manager
  namespace: test-system
spec:
  template:
    spec:
      containers:
      - image: controller:latest
        name: manager
`;

const kubectl = readFileSync(new URL('stub-kubectl.sh', import.meta.url), 'utf8');

/** A call of the stub's kubectl: with which context, which arguments, and the kinds that it read. */
interface Call {
  readonly context?: string;
  readonly args: readonly string[];
  readonly kinds: readonly string[];
}

/** Puts a program on the PATH of a project. */
export function addProgram(root: string, name: string, text: string): void {
  mkdirSync(join(root, 'bin'), { recursive: true });
  writeFileSync(join(root, 'bin', name), text);
  chmodSync(join(root, 'bin', name), 0o755);
}

/** The state of the stub, as files that a shell script reads without a parser. */
function stateOf(cluster: StubCluster): Tree {
  const { contexts = { here: 'https://here:6443' }, current = 'here', crds = {} } = cluster;
  const lines = (texts: readonly string[] = []): string => texts.map((each) => `${each}\n`).join('');
  const tree: Record<string, string> = {
    current: lines(current === '' ? [] : [current]),
    manifests: cluster.manifests ?? usualManifests,
    rejects: cluster.rejects ?? '',
    fails: cluster.fails ?? '-',
    hangs: cluster.hangs ?? '-',
  };
  for (const name of ['unconverted', 'namespaces', 'missing', 'unknown', 'apis'] as const)
    tree[name] = lines(cluster[name]);
  for (const [name, server] of Object.entries(contexts)) tree[`contexts/${name}`] = lines([server]);
  for (const [name, objects] of Object.entries(crds))
    tree[`crds/${name}`] = lines(
      objects.map(
        (each) => `default\t${each.name}\t${each.finalizers === undefined ? '' : JSON.stringify(each.finalizers)}`,
      ),
    );
  return Object.fromEntries(Object.entries(tree).map(([path, text]) => [`cluster/${path}`, text]));
}

/** A call that the stub has written down: its three parts, and lists in them, with separators of ASCII. */
function callOf(text: string): Call {
  const [context = '', args = '', kinds = ''] = text.split('\x1e');
  const list = (joined: string): string[] => joined.split('\x1f').filter(Boolean);
  return { ...(context === '' ? {} : { context }), args: list(args), kinds: list(kinds) };
}

/** A new project with a `kubectl` on its PATH that keeps a cluster in a file, and writes down how it is called. */
export async function stubProject(cluster: StubCluster = {}) {
  const root = temporaryFolder({ ...(await rendered('init', initContext)), ...stateOf(cluster) });
  addProgram(root, 'kubectl', kubectl);
  symlinkSync(join(checkout, 'node_modules'), join(root, 'node_modules'));
  const read = (name: string): string => (existsSync(join(root, name)) ? readFileSync(join(root, name), 'utf8') : '');
  const runWith = (args: readonly string[], env: NodeJS.ProcessEnv) =>
    execa(process.execPath, [program, ...args], {
      cwd: root,
      env: {
        KUBE_CONTEXT: '',
        KUBERNETES_SERVICE_HOST: '',
        PATH: `${join(root, 'bin')}${delimiter}${process.env['PATH']}`,
        ...env,
      },
      reject: false,
    });
  const calls = (): Call[] => read('calls').split('\x1d').slice(0, -1).map(callOf);
  return {
    root,
    read,
    calls,
    /** The calls that change something, each with the kinds that it is about. */
    writes: () =>
      calls()
        .filter(({ args }) => (args[0] === 'apply' && !args.includes('--dry-run=server')) || args[0] === 'delete')
        .map(({ args: [verb, what], kinds }) => [verb, ...(kinds.length > 0 ? kinds : [what])].join(' ')),
    runWith,
    run: (...args: string[]) => runWith(args, {}),
  };
}
