import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { temporaryFolder } from '../support/tree.js';
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

const kubectl = `#!${process.execPath}
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
const given = process.argv.slice(2);
const context = given.find((arg) => arg.startsWith('--context='))?.slice('--context='.length);
const args = given.filter((arg) => !arg.startsWith('--context='));
const state = JSON.parse(readFileSync('cluster.json', 'utf8'));
const save = () => writeFileSync('cluster.json', JSON.stringify(state));
const [verb, resource] = args;
// Objects are read and deleted through a version.
const what = resource?.replace('orders.v1.', 'orders.');
const input = verb === 'apply' || args.includes('-') ? readFileSync(0, 'utf8') : '';
appendFileSync('calls', JSON.stringify({ context, args, kinds: [...input.matchAll(/^kind: (.*)$/gm)].map(([, kind]) => kind) }) + '\\n');
const fail = (code, message) => { console.error(message); process.exit(code); };
if (state.hangs === verb) { process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); await new Promise(() => {}); }
if (state.fails === verb) { console.log('some of it'); fail(7, 'kubectl says no'); }
const allGone = (objects) => objects.filter(({ finalizers = [] }) => finalizers.length > 0);
if (verb === 'config') {
  if (what === 'current-context') state.current ? console.log(state.current) : fail(1, 'error: current-context is not set');
  else state.contexts[context] ? console.log(state.contexts[context]) : fail(1, 'error: context "' + context + '" does not exist');
} else if (verb === 'kustomize') process.stdout.write(state.manifests);
else if (verb === 'apply' && args.includes('--dry-run=server')) { if (state.rejects) fail(1, state.rejects); }
else if (verb === 'apply') { appendFileSync('given', input); console.log('kubectl did it'); }
else if (verb === 'get' && what === '-f') {
  const value = (text, key) => new RegExp('^' + key + ': (.*)$', 'm').exec(text)?.[1];
  const documents = input.split('---\\n').map((text) => [value(text, 'kind'), value(text, '  namespace') ?? '<none>', value(text, '  name'), value(text, 'apiVersion')]);
  for (const [kind, namespace, name] of documents) if (![...state.missing, ...state.unknown].some((each) => each === kind || each === name)) console.log([kind, namespace, name].join('   '));
  const errors = documents.filter(([kind]) => state.unknown.includes(kind)).map(([kind, , name, apiVersion]) => 'error: resource mapping not found for name: "' + name + '" namespace: "" from "STDIN": no matches for kind "' + kind + '" in version "' + apiVersion + '"\\nensure CRDs are installed first');
  if (errors.length > 0) fail(1, errors.join('\\n'));
} else if (verb === 'get' && what === '--raw') {
  state.apis.includes(args[2].replace('/apis/', '')) ? console.log('{}') : fail(1, 'Error from server (NotFound): the server could not find the requested resource');
} else if (verb === 'get' && what === 'customresourcedefinitions') {
  for (const name of args.slice(2)) if (state.crds[name]) console.log([name, 'v1', 'v1', 'v1'].join('   '));
} else if (verb === 'get' && what === 'namespaces') {
  for (const name of args.slice(2)) if (state.namespaces.includes(name)) console.log('namespace/' + name);
} else if (verb === 'get' && what.includes('/')) {
  if (args.includes('--output=name')) for (const name of args.slice(1)) if (name.includes('/')) console.log(name);
} else if (verb === 'get' && state.unconverted.includes(what)) {
  fail(1, 'Error from server: conversion webhook for shop.example.com/v1, Kind=Order failed: Post "https://s.n.svc:443/convert": no');
} else if (verb === 'get') {
  for (const { name, finalizers } of state.crds[what] ?? []) console.log(['default', name, finalizers ? JSON.stringify(finalizers) : ''].join('\\t'));
} else if (verb === 'delete' && args.includes('--all')) {
  state.crds[what] = allGone(state.crds[what]);
  save();
  console.log('kubectl did it');
} else if (verb === 'delete') console.log('kubectl did it');
`;

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

/** A new project with a `kubectl` on its PATH that keeps a cluster in a file, and writes down how it is called. */
export async function stubProject(cluster: StubCluster = {}) {
  const root = temporaryFolder(await rendered('init', initContext));
  addProgram(root, 'kubectl', kubectl);
  symlinkSync(join(checkout, 'node_modules'), join(root, 'node_modules'));
  const usual = {
    contexts: { here: 'https://here:6443' },
    current: 'here',
    crds: {},
    unconverted: [],
    namespaces: [],
    apis: [],
    missing: [],
    unknown: [],
  };
  writeFileSync(join(root, 'cluster.json'), JSON.stringify({ ...usual, manifests: usualManifests, ...cluster }));
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
  const calls = (): Call[] =>
    read('calls')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Call);
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
