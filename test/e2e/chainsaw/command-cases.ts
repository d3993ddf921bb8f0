import type { TriedCase } from '../declarative/table.js';
import { apply, assert, error, failing, menu, oneStep, passing, refused, script, soon, stepOf } from './table.js';

const hot = apply(menu('{ soup: hot }'));
const create = (object: string, more = ''): string => `create: { resource: ${object}${more} }`;
const patch = (object: string, more = ''): string => `patch: { resource: ${object}${more} }`;
const update = (object: string, more = ''): string => `update: { resource: ${object}${more} }`;
const command = (entrypoint: string, args: string, more = ''): string =>
  `command: { entrypoint: ${entrypoint}, args: ${args}${more} }`;
const refusal = (text: string): string => `, expect: [{ check: { "(contains($error, '${text}'))": true } }]`;
const list = (name: string, ...operations: readonly string[]): string =>
  `  ${name}:\n${operations.map((each) => `  - ${each}\n`).join('')}`;
const wait = (condition: string, more = ''): string =>
  `wait: { apiVersion: v1, kind: ConfigMap, name: menu, for: ${condition}${more} }`;

/** Writes, commands, kubectl, and the order of operations. */
export const commandCases: readonly TriedCase[] = [
  passing('create', oneStep(create(menu('{ a: b }')), assert(menu('{ a: b }')))),
  failing('create-of-existing', oneStep(hot, create(menu('{ a: b }'), ', timeout: 1s'))),
  passing('patch', oneStep(hot, patch(menu('{ tea: hot }')), assert(menu('{ soup: hot, tea: hot }')))),
  failing('patch-of-missing', oneStep(patch(menu('{ a: b }'), ', timeout: 1s'))),
  passing(
    'update',
    oneStep(hot, update(menu('{ tea: hot }')), error(menu('{ soup: hot }')), assert(menu('{ tea: hot }'))),
  ),
  failing('update-of-missing', oneStep(update(menu('{ a: b }'), ', timeout: 1s'))),
  passing('expected-error', oneStep(create(menu('{ a: 1 }'), refusal('ConfigMap')))),
  failing('unexpected-success', oneStep(apply(menu('{ a: b }'), `${refusal('no')}, timeout: 1s`))),
  passing(
    'expected-result',
    oneStep(
      apply(
        menu('{ a: b }'),
        ', expect: [{ match: { kind: ConfigMap }, check: { ($error == null): true, (metadata.uid != null): true } }]',
      ),
    ),
  ),
  failing(
    'expectation-of-other-kind',
    oneStep(
      apply(
        menu('{ a: 1 }'),
        ', timeout: 1s, expect: [{ match: { kind: Secret }, check: { ($error != null): true } }]',
      ),
    ),
  ),
  passing(
    'output',
    oneStep(
      apply(menu('{ a: b }'), ', outputs: [{ name: id, value: (metadata.uid) }]'),
      apply(menu('{ id: ($id) }', 'name: other')),
      assert(menu('{ (length(id)): 36 }', 'name: other')),
    ),
  ),
  failing(
    'output-in-other-step',
    `steps:\n${stepOf(apply(menu('{ a: b }'), ', outputs: [{ name: id, value: x }]'))}${stepOf(assert(menu('{ a: ($id) }'), soon))}`,
  ),
  passing(
    'script',
    oneStep(script('kubectl create configmap menu -n $NAMESPACE --from-literal=a=b'), assert(menu('{ a: b }'))),
  ),
  failing('script-fails', oneStep(script('exit 3'))),
  passing(
    'script-fails-as-expected',
    oneStep(script('echo no >&2; exit 3', ', check: { ($error != null): true, ($stderr): "no\\n" }')),
  ),
  failing('script-succeeds-unexpectedly', oneStep(script('true', ', check: { ($error != null): true }'))),
  passing(
    'stdout',
    oneStep(script('printf hello', `, check: { ($stdout): hello, "(contains($stdout, 'ell'))": true }`)),
  ),
  failing('other-stdout', oneStep(script('printf hello', ', check: { ($stdout): bye }'))),
  passing(
    'output-of-script',
    oneStep(
      script('printf hot', ', outputs: [{ name: soup, value: ($stdout) }]'),
      apply(menu('{ soup: ($soup) }')),
      assert(menu('{ soup: hot }')),
    ),
  ),
  passing(
    'variables',
    `bindings: [{ name: color, value: red }]\n${oneStep(script('test "$COLOR-$NAMESPACE" = "red-$SPACE"', ', env: [{ name: COLOR, value: ($color) }, { name: SPACE, value: ($namespace) }]'))}`,
  ),
  failing('script-takes-too-long', oneStep(script('sleep 20', ', timeout: 1s'))),
  passing('folder-of-script', oneStep(script('test -f chainsaw-test.yaml')), {}),
  passing('folder-of-its-own', oneStep(script('test -f it.txt', ', workDir: more')), { 'more/it.txt': 'it\n' }),
  passing(
    'command',
    oneStep(
      command('kubectl', '[create, configmap, menu, -n, $NAMESPACE, --from-literal=a=b]'),
      assert(menu('{ a: b }')),
    ),
  ),
  failing('command-fails', oneStep(command('"false"', '[]'))),
  failing('command-is-missing', oneStep(command('no-such-program-here', '[]'))),
  passing(
    'arguments',
    oneStep(
      command('printf', '["%s:", "$$HOME", "$NOT_SET", "a b", ""]', ', check: { ($stdout): "$HOME:$NOT_SET:a b::" }'),
    ),
  ),
  passing('sleep', oneStep('sleep: { duration: 100ms }')),
  passing('get', oneStep(hot) + list('finally', 'get: { apiVersion: v1, kind: ConfigMap, name: menu }')),
  failing(
    'get-of-missing',
    oneStep(script('true')) + list('finally', 'get: { apiVersion: v1, kind: ConfigMap, name: menu }'),
  ),
  passing('describe', oneStep(hot, 'describe: { apiVersion: v1, kind: ConfigMap, name: menu, showEvents: true }')),
  passing('events', oneStep('events: {}')),
  failing('logs-of-missing', oneStep('podLogs: { name: none }')),
  passing('wait-for-value', oneStep(hot, wait("{ jsonPath: { path: '{.data.soup}', value: hot } }"))),
  failing(
    'wait-for-other-value',
    oneStep(hot, wait("{ jsonPath: { path: '{.data.soup}', value: cold } }", ', timeout: 1s')),
  ),
  passing(
    'wait-for-condition',
    oneStep(
      `apply: { resource: { apiVersion: apps/v1, kind: Deployment, metadata: { name: shop }, spec: { selector: { matchLabels: { app: shop } },
      template: { metadata: { labels: { app: shop } }, spec: { containers: [{ name: web, image: nginx }] } } } } }`,
      'wait: { apiVersion: apps/v1, kind: Deployment, name: shop, timeout: 20s, for: { condition: { name: Available, value: "True" } } }',
    ),
  ),
  passing(
    'wait-for-deletion',
    oneStep(
      hot,
      'delete: { ref: { apiVersion: v1, kind: ConfigMap, name: menu } }',
      wait('{ deletion: {} }', ', timeout: 2s'),
    ),
  ),
  failing('wait-for-late-deletion', oneStep(hot, wait('{ deletion: {} }', ', timeout: 1s'))),
  failing('failure-ends-the-test', `steps:\n${stepOf(script('false'))}${stepOf('sleep: { duration: 1h }')}`),
  failing(
    'continue-on-error',
    oneStep('continueOnError: true\n    script: { content: "false" }', hot) + stepOf(assert(menu('{ soup: hot }'))),
  ),
  failing('catch', oneStep(script('false')) + list('catch', script('touch caught'), 'events: {}')),
  passing('catch-does-not-run', oneStep(script('true')) + list('catch', script('false'))),
  failing('finally-after-failure', oneStep(script('false')) + list('finally', script('true'))),
  failing('finally-fails', oneStep(script('true')) + list('finally', script('false'))),
  failing('cleanup-fails', oneStep(script('true')) + list('cleanup', script('false'))),
  passing(
    'finally-and-cleanup',
    oneStep(hot) +
      list('finally', script('kubectl get configmap menu -n $NAMESPACE')) +
      list('cleanup', script('! kubectl get configmap menu -n $NAMESPACE')),
  ),
  failing('catch-of-test', `catch:\n- script: { content: "true" }\n${oneStep(script('false'))}`),
  passing(
    'skip-delete',
    `skipDelete: true\n${oneStep(hot) + list('cleanup', script('kubectl get configmap menu -n $NAMESPACE'))}`,
  ),
  passing(
    'time-limits',
    `timeouts: { assert: 1s, exec: 20s }\n${oneStep(script('sleep 6'), hot, assert(menu('{ soup: hot }')))}`,
  ),
  failing('time-limit-of-test', `timeouts: { exec: 1s }\n${oneStep(script('sleep 3'))}`),
  passing('time-limit-of-operation', `timeouts: { exec: 1s }\n${oneStep(script('sleep 2', ', timeout: 9s'))}`),
  passing(
    'time-limit-of-step',
    `timeouts: { exec: 1s }\nsteps:\n- timeouts: { exec: 9s }\n  try:\n  - ${script('sleep 2')}\n`,
  ),
  passing(
    'own-namespace',
    `namespace: chainsaw-own\n${oneStep(hot, assert('{ apiVersion: v1, kind: ConfigMap, metadata: { name: menu, namespace: chainsaw-own } }'))}`,
  ),
  passing('skip', `skip: true\n${oneStep(script('false'))}`),
  passing('not-concurrent', `concurrent: false\n${oneStep(hot, assert(menu('{ soup: hot }')))}`),
  passing(
    'foreground',
    oneStep(
      hot,
      'delete: { ref: { apiVersion: v1, kind: ConfigMap, name: menu }, deletionPropagationPolicy: Foreground }',
      error(menu('{}')),
    ),
  ),
  passing(
    'step-template',
    `bindings: [{ name: soup, value: hot }]\nsteps:\n- use: { template: other.yaml, with: { bindings: [{ name: tea, value: cold }] } }\n`,
    {
      'other.yaml': `apiVersion: chainsaw.kyverno.io/v1alpha1
kind: StepTemplate
metadata: { name: other }
spec:
  bindings: [{ name: tea, value: hot }]
  try:
  - ${apply(menu('{ soup: hot, tea: ($tea) }'))}
  - ${assert(menu('{ soup: ($soup), tea: cold }'))}
`,
    },
  ),
  refused('proxy', oneStep('proxy: { apiVersion: v1, kind: Pod, name: a, port: "80", path: / }')),
  refused('dry-run', oneStep(apply(menu('{ a: b }'), ', dryRun: true'))),
  refused('scenarios', `scenarios: [{ bindings: [] }]\n${oneStep(hot)}`),
  refused('other-cluster', oneStep(apply(menu('{ a: b }'), ', cluster: other'))),
  refused('url', oneStep('apply: { file: "https://example.com/menu.yaml" }')),
  refused('path-is-expression', oneStep(`apply: { file: "(join('.', ['menu', 'yaml']))" }`)),
];
