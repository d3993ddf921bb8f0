import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/plan/outcome.js';
import { readGoCode } from '../support/ask-helper.js';
import { goProject } from '../support/go-project.js';
import { testFolder } from '../support/projects.js';

await readGoCode();

const manager = 'config/manager/manager.yaml';
const kustomization = 'config/default/kustomization.yaml';

const sidecar = `      - name: kube-rbac-proxy
        image: proxy
        args:
        - --upstream=http://127.0.0.1:8080/
        - --v=10
        - -insecure
        resources:
          limits:
            memory: 32Mi
`;

/** A project whose manager has these arguments, beside what a test adds. */
function project(args: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const list = args.map((each) => `        - ${each}\n`).join('');
  const text = goProject[manager]!.replace('        - --leader-elect\n        - --color=warm\n', list).replace(
    'memory: 64Mi',
    'memory: 256Mi',
  );
  return testFolder({
    ...goProject,
    [manager]: text,
    'config/manager/kustomization.yaml': 'resources: [manager.yaml]\n',
    [kustomization]: 'resources: [../manager]\n',
    ...files,
  });
}

/** The notes on arguments and memory, each with its remedy. */
function notes({ diagnostics }: Outcome): readonly string[] {
  return diagnostics
    .filter(({ message }) => /the (?:argument|memory limit) /.test(message))
    .map(
      ({ message, help, position }) =>
        `${position?.file}:${position?.line} ${message.replace('not carried over: ', '')}: ${help}`,
    );
}

const unknown = 'the new operator rejects it: remove it, or add the flag in src/main.ts';

describe('arguments of the container of the operator', () => {
  it.each([
    [
      'flags of every operator',
      ['--leader-elect', '--metrics-secure=false', '--leader-election-namespace', 'light'],
      [],
    ],
    [
      'one dash',
      ['-insecure', '-custom=1'],
      [`${manager}:12 the argument -insecure: ${unknown}`, `${manager}:13 the argument -custom: ${unknown}`],
    ],
    [
      'one dash of a known flag',
      ['-leader-elect'],
      [`${manager}:12 the argument -leader-elect: the new operator rejects one dash: write --leader-elect`],
    ],
    [
      'a value in the next item',
      ['--color', 'warm', '--zap-log-level', 'debug'],
      [`${manager}:12 the argument --color: ${unknown}`, `${manager}:14 the argument --zap-log-level: ${unknown}`],
    ],
    [
      'a word, and a value that only Go takes for a boolean',
      ['run', '--leader-elect=1'],
      [
        `${manager}:12 the argument run: ${unknown}`,
        `${manager}:13 the argument --leader-elect: the new operator rejects the value 1: write true or false`,
      ],
    ],
  ])('%s', async (_what, args, expected) => {
    expect(notes(await project(args).adopt())).toEqual(expected);
  });

  it('are not those of a sidecar, in a manifest or in a patch', async () => {
    const beside = project(['--leader-elect']);
    beside.write(manager, beside.read(manager) + sidecar);
    expect(notes(await beside.adopt())).toEqual([]);
    const patched = project(['--leader-elect'], {
      [kustomization]: 'resources: [../manager]\npatches: [{path: proxy.yaml}]\n',
      'config/default/proxy.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: controller-manager
  namespace: system
spec:
  template:
    spec:
      containers:
${sidecar}      - name: manager
        args: [--warm=1]
`,
    });
    expect(notes(await patched.adopt())).toEqual([`config/default/proxy.yaml:20 the argument --warm: ${unknown}`]);
  });

  it('are those of a JSON patch in a kustomization, too', async () => {
    const patched = project(['--leader-elect'], {
      [kustomization]: `resources: [../manager]
patches:
- target: {kind: Deployment}
  patch: |-
    - op: add
      path: /spec/template/spec/containers/0/args/-
      value: --shine=2
`,
    });
    expect(notes(await patched.adopt())).toEqual([`${kustomization}:7 the argument --shine: ${unknown}`]);
  });
});

describe('what the new operator does otherwise by default', () => {
  const main = Object.keys(goProject).find((path) => goProject[path]!.includes('ctrl.NewManager'))!;
  const withOptions = (text: string) => ({
    [main]: goProject[main]!.replace('ctrl.Options{', `ctrl.Options{\n\t\t${text},`),
  });
  const secure = (value: string) => {
    const files = withOptions(`Metrics: metricsserver.Options{SecureServing: ${value}}`);
    const imported = 'import (\n\tmetricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"';
    return { [main]: files[main]!.replace('import (', imported) };
  };
  const config = 'apiVersion: controller-runtime.sigs.k8s.io/v1alpha1\nleaderElection:\n  leaderElect: true\n';
  const variable = (value: string) => ({
    'config/manager/elect.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: controller-manager
  namespace: system
spec:
  template:
    spec:
      containers:
      - name: manager
        env:
        - {name: ENABLE_LEADER_ELECTION, value: '${value}'}
`,
    'config/manager/kustomization.yaml': 'resources: [manager.yaml]\npatches: [{path: elect.yaml}]\n',
  });
  const http = `${manager}:12 metrics over HTTP without authorization`;
  const election = 'the election of a leader';
  const address = '--metrics-bind-address=:8080';

  it.each<[string, readonly string[], Readonly<Record<string, string>>, readonly string[]]>([
    ['metrics without an option', [address, '--leader-elect'], {}, [http]],
    ['metrics with an option that is false', [address, '--leader-elect'], secure('false'), [http]],
    ['secure metrics', [address, '--leader-elect'], secure('true'), []],
    ['metrics by a flag', [address, '--leader-elect'], secure('secureMetrics'), []],
    ['metrics with an argument', [address, '--metrics-secure=false', '--leader-elect'], {}, []],
    ['no metrics', ['--metrics-bind-address=0', '--leader-elect'], {}, []],
    ['an election in the options', [], withOptions('LeaderElection: true'), [`${main}:13 ${election}`]],
    ['no election', [], withOptions('LeaderElection: false'), []],
    [
      'an election in a file',
      [],
      { 'config/manager/config.yaml': config },
      [`config/manager/config.yaml:3 ${election}`],
    ],
    ['an election by a variable', [], variable('true'), [`config/manager/elect.yaml:12 ${election}`]],
    ['a variable that is false', [], variable('false'), []],
  ])('%s', async (_what, args, files, expected) => {
    const outcome = await project(args, files).adopt();
    const found = outcome.diagnostics.filter(({ message }) => /metrics over HTTP|election of a leader/.test(message));
    expect(found.map(({ message, position }) => `${position?.file}:${position?.line} ${message.slice(18)}`)).toEqual(
      expected,
    );
    const page = (outcome.digest ?? []).join('\n');
    for (const each of found) expect(page).toContain(each.help);
  });
});

describe('the report on one page', () => {
  it('names what works, what to port by file, what differs, and counts the rest', async () => {
    const targets = Array.from({ length: 50 }, (_, index) => `polish-${index}:\n\techo ${index}\n`).join('');
    const outcome = await project(['--leader-elect', '-insecure'], {
      Makefile: `test:\n\tgo test\n\ndeploy:\n\techo\n\n${targets}`,
    }).adopt();
    const { digest = [], next } = outcome;
    expect(digest.length).toBeLessThan(40);
    const page = digest.join('\n');
    expect(page).toContain('What works:\n  1 kind and 1 controller: ');
    expect(page).toContain('What you must port:\n  ');
    expect(page).toContain(
      '\n  cmd/main.go: 2 (the flag --color, the option GracefulShutdownTimeout of the manager)\n',
    );
    expect(page).toContain(`What keeps it from starting:\n  ${manager}: not carried over: the argument -insecure\n`);
    expect(page).toContain('What differs in what is deployed:\n  ');
    expect(page).toContain(`\n  ${manager} is written without the command /manager of the Go operator\n`);
    expect(page).toContain('\n  50 targets of the Makefile that the scaffolded one does not have\n');
    expect(page).not.toContain('polish');
    expect(next.at(-1)).toBe(
      '# still of the Go project until its Makefile is replaced: make test, deploy; use npm run and npx operator-gen',
    );
  });

  it('does not take the empty times of Go for differences', async () => {
    const account = 'config/rbac/service_account.yaml';
    const role = 'config/rbac/role.yaml';
    const outcome = await project([], {
      [account]: goProject[account]!.replace('metadata:\n', 'metadata:\n  creationTimestamp: null\n'),
      [role]: goProject[role]!.replace('metadata:\n', 'metadata:\n  creationTimestamp: null\n'),
      [manager]: goProject[manager]!.replace(
        '  template:\n',
        '  template:\n    metadata:\n      creationTimestamp: null\n',
      ),
    }).adopt();
    expect(JSON.stringify(outcome.diagnostics)).not.toContain('creationTimestamp');
  });
});
