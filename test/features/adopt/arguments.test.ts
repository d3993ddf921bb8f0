import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import { readGoCode } from '../../support/ask-helper.js';
import { few } from '../../support/few.js';
import { goProject } from '../../support/go-project.js';
import { testFolder } from '../../support/projects.js';
import { temporaryFolder, type Tree } from '../../support/tree.js';

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
  return testFolder(treeOf(args, files));
}

/** The files of such a project. */
function treeOf(args: readonly string[], files: Readonly<Record<string, string>>): Tree {
  const list = args.map((each) => `        - ${each}\n`).join('');
  const text = goProject[manager]!.replace('        - --leader-elect\n        - --color=warm\n', () => list).replace(
    'memory: 64Mi',
    'memory: 256Mi',
  );
  return {
    ...goProject,
    [manager]: text,
    'config/manager/kustomization.yaml': 'resources: [manager.yaml]\n',
    [kustomization]: 'resources: [../manager]\n',
    ...files,
  };
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

/** The lines of the report about what keeps the operator from starting. */
function startingSection(digest: readonly string[]): string {
  return digest.join('\n').split('What keeps it from starting')[1]?.split('\n\n')[0] ?? '';
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
    expect(notes(await project(args).adopt({ dryRun: true }))).toEqual(expected);
  });

  few(4).each<[what: string, args: readonly string[], fields: string, expected: readonly string[]]>([
    ['a flag', ['$(FLAG)', '--metrics-secure=false'], 'env: [{name: FLAG, value: --leader-elect}]', []],
    [
      'a flag and its value that only the cluster knows',
      ['$(FLAG)', 'warm'],
      'envFrom: [{configMapRef: {name: flags}}]',
      [],
    ],
    [
      'a flag of a ConfigMap',
      ['$(FLAG)'],
      'env: [{name: FLAG, valueFrom: {configMapKeyRef: {name: flags, key: flag}}}]',
      [],
    ],
    [
      'an escaped name',
      ['$$(FLAG)'],
      'env: [{name: FLAG, value: --leader-elect}]',
      [`${manager}:12 the argument $(FLAG): ${unknown}`],
    ],
    [
      'a value of another variable, in the next item',
      ['--leader-election-namespace', '$(FULL)'],
      'env: [{name: PART, value: light}, {name: FULL, value: $(PART)-house}]',
      [],
    ],
    [
      'a flag that the new operator rejects',
      ['$(FLAG)'],
      'env: [{name: FLAG, value: --color=warm}]',
      [`${manager}:12 the argument --color: ${unknown}`],
    ],
    ['nothing that is defined', ['$(FLAG)'], 'env: []', [`${manager}:12 the argument $(FLAG): ${unknown}`]],
  ])('can be in variables that the kubelet replaces: %s', async (_what, args, fields, expected) => {
    const adopted = project(args);
    adopted.edit(manager, '        args:\n', `        ${fields}\n        args:\n`);
    const lines = notes(await adopted.adopt()).map((each) => each.replace(`${manager}:13`, `${manager}:12`));
    expect(lines).toEqual(expected);
  });

  it('has a word after a switch removed, which Go ignores', async () => {
    expect(
      notes(await project(['--metrics-secure', '"false"', '--leader-elect', 'now']).adopt({ dryRun: true })),
    ).toEqual([
      `${manager}:13 the argument false: Go ignores it, and the new operator takes it as the value of --metrics-secure: remove it`,
      `${manager}:15 the argument now: the new operator rejects it: remove it`,
    ]);
  });

  it('are those of other containers with the image of the operator, too', async () => {
    const job = (name: string, container: string): string =>
      `apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: ${name}\nspec:\n  template:\n    spec:\n      containers:\n      - {name: run, ${container}}\n`;
    const image = /image: (\S+)/.exec(goProject[manager]!)![1]!;
    const adopted = project(['--leader-elect'], {
      'config/manager/kustomization.yaml': 'resources: [manager.yaml, clean.yaml, own.yaml, other.yaml]\n',
      'config/manager/clean.yaml': job('clean', `image: ${image}, args: [cleanup, --all]`),
      'config/manager/own.yaml': job('own', `image: ${image}, command: [/own], args: [--all]`),
      'config/manager/other.yaml': job('other', 'image: other:1, args: [--all]'),
    });
    const own =
      'give the container run of Job clean a program of its own, or remove the container: without the argument, it would run the operator';
    expect(notes(await adopted.adopt())).toEqual([
      `config/manager/clean.yaml:9 the argument cleanup: the new operator has no such command: ${own}`,
      `config/manager/clean.yaml:9 the argument --all: the new operator rejects it: ${own}; or add the flag in src/main.ts`,
    ]);
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

  it('are listed for the Deployment of a ClusterServiceVersion, with its command', async () => {
    const path = 'bundle/manifests/lantern.clusterserviceversion.yaml';
    const csv = (container: string): string => `apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata: {name: lantern.v1.0.0}
spec:
  install:
    spec:
      deployments:
      - name: lantern
        spec:
          template:
            spec:
              containers:
              - name: manager
${container}              - {name: proxy, command: [/proxy], resources: {limits: {memory: 32Mi}}}
`;
    const found = async (container: string): Promise<readonly string[]> => {
      const { diagnostics } = await project(['--leader-elect'], { [path]: csv(container) }).adopt({ dryRun: true });
      return diagnostics
        .filter(({ position }) => position?.file === path)
        .map(({ message, position }) => `${position?.line}: ${message}`);
    };
    expect(
      await found(
        '                command:\n                - /manager\n                resources: {limits: {memory: 64Mi}}\n',
      ),
    ).toEqual([
      '15: not carried over: the command /manager of the ClusterServiceVersion',
      '16: not carried over: the memory limit 64Mi of the ClusterServiceVersion',
    ]);
    expect(await found('                resources: {limits: {memory: 256Mi}}\n')).toEqual([]);
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
  /** The main program with options of its manager, and with code in front of them. */
  const withOptions = (options: string, before = '', after = '') => ({
    [main]: goProject[main]!.replace(
      'import (',
      'import (\n\tmetricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"',
    )
      .replace('mgr, err :=', `${before}\n\tgiven :=`)
      .replace('ctrl.NewManager(ctrl.GetConfigOrDie(), ', '')
      .replace(
        'nil,\n\t})',
        `nil,\n\t\t${options}\n\t}\n\t${after}\n\tmgr, err := ctrl.NewManager(ctrl.GetConfigOrDie(), given)`,
      ),
  });
  const metrics = (options: string) => `Metrics: metricsserver.Options{${options}},`;
  const noMetrics = metrics('BindAddress: "0"');
  const flagOf = (type: 'Bool' | 'String', name: string, fallback: string) =>
    `var chosen ${type === 'Bool' ? 'bool' : 'string'}\n\tflag.${type}Var(&chosen, "${name}", ${fallback}, "A setting.")`;
  /** A flag, and what follows when the arguments are parsed. */
  const assigned = (
    [type, name, fallback]: Parameters<typeof flagOf>,
    statements: string,
    { at = '', elsewhere = '' } = {},
  ) => {
    const files = withOptions(
      type === 'Bool' ? `${noMetrics}\nLeaderElection: chosen,` : metrics('BindAddress: chosen'),
      `${flagOf(type, name, fallback)}\n\t${at}\n\tflag.Parse()\n\t${statements}`,
    );
    return { [main]: files[main]!.replace('import (', 'import ("fmt";') + elsewhere };
  };
  const settings = (fields: string) =>
    `apiVersion: controller-runtime.sigs.k8s.io/v1alpha1\nkind: ControllerManagerConfig\nmetrics: {bindAddress: '0'}\n${fields}`;
  const file = {
    'config/manager/config.yaml': settings(
      'leaderElection: {leaderElect: true}\nhealth: {healthProbeBindAddress: :9440}\n',
    ),
  };
  const fromFile = withOptions(
    `${noMetrics}\nLeaderElection: chosen,`,
    flagOf('Bool', 'leader-elect', 'false'),
    'given, _ = given.AndFrom(loader)',
  );
  const configMap = {
    'config/manager/settings.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata:\n  config.yaml: |\n    ${settings('leaderElection: {leaderElect: true}\n').replaceAll('\n', '\n    ')}\n`,
  };
  const bootstrap = `package boot\nimport ctrl "sigs.k8s.io/controller-runtime"\nfunc start(elects func() bool) {\n\t_, _ = ctrl.NewManager(nil, ctrl.Options{LeaderElection: false, Metrics: metricsserver.Options{BindAddress: "0"}})\n\tvar o ctrl.Options\n\to.LeaderElection = elects()\n\t_, _ = ctrl.NewManager(nil, o)\n}\n`;
  const patch = (container: string) => ({
    'config/manager/elect.yaml': `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: controller-manager, namespace: system}\nspec:\n  template:\n    spec:\n      containers:\n      - name: manager\n${container}`,
    'config/manager/kustomization.yaml': 'resources: [manager.yaml]\npatches: [{path: elect.yaml}]\n',
  });
  const variable = (value: string) =>
    patch(`        env:\n        - {name: ENABLE_LEADER_ELECTION, value: '${value}'}\n`);
  const mounted = (folder: string) => patch(`        volumeMounts:\n        - {name: cert, mountPath: ${folder}}\n`);
  const shell = (script: string) => ({
    [manager]: goProject[manager]!.replace(
      '- command:\n        - /manager\n        args:\n        - --leader-elect\n        - --color=warm\n',
      `- command: [/bin/sh, -c, '${script}']\n`,
    ),
  });
  const lease = (namespace: string, before = '') =>
    withOptions(`${noMetrics}\nLeaderElection: true,\nLeaderElectionNamespace: ${namespace},`, before);
  const inNamespace = '--leader-election-namespace';
  const ofPod = patch(
    '        env:\n        - {name: NAMESPACE, valueFrom: {fieldRef: {fieldPath: metadata.namespace}}}\n',
  );
  const other = (options: string) =>
    `package other\nimport (\n\tctrl "sigs.k8s.io/controller-runtime"\n\tmetricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"\n)\nfunc start() {\n\t_, _ = ctrl.NewManager(nil, ctrl.Options{${options}})\n}\n`;
  /** The flags -m (--listen) and -v (--loud) of pflag. */
  const letters = {
    [main]: withOptions(
      metrics('BindAddress: chosen'),
      'var chosen string\n\tvar loud bool\n\tpflag.StringVarP(&chosen, "listen", "m", "0", "A setting.")\n\tpflag.BoolVarP(&loud, "loud", "v", false, "A setting.")',
    )[main]!.replace('import (', 'import (\n\t"github.com/spf13/pflag"'),
  };
  const [address, plain, elect] = ['--metrics-bind-address=:8080', '--metrics-secure=false', '--leader-elect'];

  const filter = 'FilterProvider: filters.WithAuthenticationAndAuthorization,';
  const secure = 'BindAddress: ":8443", SecureServing: true,';
  const toNone =
    'the new operator serves metrics at :8443 only to clients that the API server authorizes; the Go operator serves them over HTTPS to every client';
  const toAll =
    'the new operator serves metrics at :8080 over HTTP to every client; the Go operator serves them to authorized clients';
  const ofFlag = 'BindAddress: ":8443", SecureServing: chosen';
  const set = 'given.Metrics.FilterProvider = filters.WithAuthenticationAndAuthorization';

  it.each<[string, readonly string[], Readonly<Record<string, string>>, readonly string[]]>([
    ['without authorization', [], withOptions(metrics(secure)), [toNone]],
    ['with a filter that is nil', [], withOptions(metrics(`${secure} FilterProvider: nil`)), [toNone]],
    ['with the usual filter', [], withOptions(metrics(secure + filter)), []],
    ['with the usual filter in a statement', [], withOptions(metrics(secure), '', set), []],
    [
      'without authorization, by an argument',
      ['--metrics-secure'],
      withOptions(metrics(ofFlag), flagOf('Bool', 'metrics-secure', 'false')),
      [toNone],
    ],
    [
      'without authorization, by an argument with another name',
      ['--safe=true'],
      withOptions(metrics(ofFlag), flagOf('Bool', 'safe', 'false')),
      [toNone],
    ],
    [
      'with another filter',
      [],
      withOptions(metrics(`${secure} FilterProvider: onlyFriends`)),
      ['not carried over: the option Metrics.FilterProvider of the manager'],
    ],
    ['over HTTP with authorization', [], withOptions(metrics(filter)), [toAll]],
    [
      'over HTTP, with authorization for HTTPS alone',
      [],
      withOptions(metrics('SecureServing: chosen'), flagOf('Bool', 'safe', 'false'), `if chosen {\n\t\t${set}\n\t}`),
      [],
    ],
    [
      'over HTTP, with authorization by an argument',
      ['--safe'],
      withOptions(metrics(''), flagOf('Bool', 'safe', 'false'), `if chosen {\n\t\t${set}\n\t}`),
      [toAll],
    ],
    ...(
      [
        ['a flag that is false', 'chosen', [], [toNone]],
        ['a flag that an argument sets', 'chosen', ['--safe'], []],
        ['a flag that is not false', '!chosen', [], []],
        ['two flags, of which one is false', 'true && chosen', [], [toNone]],
        ['one of two flags', 'chosen || isSafe()', [], []],
        ['a function', 'isSafe()', [], []],
        ['an alternative', 'isSafe() {} else if chosen', [], [toNone]],
      ] as const
    ).map(
      ([what, condition, args, expected]): [
        string,
        readonly string[],
        Readonly<Record<string, string>>,
        readonly string[],
      ] => [
        `with authorization under the condition of ${what}`,
        args,
        withOptions(metrics(secure), flagOf('Bool', 'safe', 'false'), `if ${condition} {\n\t\t${set}\n\t}`),
        expected,
      ],
    ),
    ['over HTTP', [], {}, []],
    ['without an address', ['--metrics-bind-address=0'], withOptions(metrics('SecureServing: true')), []],
    ['with options of another module', [], withOptions('Metrics: other.Options(),'), []],
  ])('is said of metrics %s', async (_, args, files, expected) => {
    const { diagnostics } = await project(args, files).adopt({ dryRun: true });
    const found = diagnostics.filter(({ message }) => /(?:new operator serves metrics|FilterProvider)/.test(message));
    expect(found.map(({ message }) => message)).toEqual(expected);
    for (const { position } of found) expect(position?.file).toBe(main);
  });

  it.each<[string, readonly string[], Readonly<Record<string, string>>, readonly string[]]>([
    ['no options', [], {}, [address, plain]],
    ['metrics of an argument', [address], {}, [address, plain]],
    [
      'metrics of an earlier release',
      [],
      withOptions('MetricsBindAddress: "0.0.0.0:9090",'),
      ['--metrics-bind-address=:9090', plain],
    ],
    ['metrics that are not secure', [address], withOptions(metrics('SecureServing: false')), [address, plain]],
    ['metrics that are secure', [address], withOptions(metrics('SecureServing: true')), [address]],
    [
      'metrics that a flag makes secure',
      [],
      withOptions(metrics('BindAddress: ":8443", SecureServing: chosen'), flagOf('Bool', 'metrics-secure', 'true')),
      ['--metrics-bind-address=:8443'],
    ],
    [
      'metrics that a flag could make secure',
      [address],
      withOptions(metrics('SecureServing: chosen'), flagOf('Bool', 'metrics-secure', 'false')),
      [address, plain],
    ],
    [
      'a flag of Go that an argument sets',
      [address, '--safe=true'],
      withOptions(metrics('SecureServing: chosen'), flagOf('Bool', 'safe', 'false')),
      [address, '--metrics-secure'],
    ],
    ...(
      [
        ['with its value after an equals sign', ['-m=:8080'], [address, plain]],
        ['with its value in the next word', ['-m', ':8080'], [address, plain]],
        ['with its value in the same word', ['-m:8080', '--color=warm'], ['--color=warm', address, plain]],
        ['behind a switch', ['-vm=:8080'], ['-v', address, plain]],
        ['behind a switch, with its value in the next word', ['-vm', ':8080', '-q'], ['-v', '-q', address, plain]],
        ['behind one of a switch that has a value', ['-v=false', '-m=0'], ['-v=false', '--metrics-bind-address=0']],
        ['and nothing but a name', ['--listen', ':8080', '-v'], ['-v', address, plain]],
      ] as const
    ).map(
      ([what, args, expected]): [string, readonly string[], Readonly<Record<string, string>>, readonly string[]] => [
        `a flag of one letter ${what}`,
        args,
        letters,
        expected,
      ],
    ),
    [
      'metrics that a flag makes open',
      [],
      withOptions(metrics('BindAddress: ":8080", SecureServing: !chosen'), flagOf('Bool', 'open', 'true')),
      [address, plain],
    ],
    [
      'metrics that an argument makes open',
      [address, '--open'],
      withOptions(metrics('SecureServing: !(chosen)'), flagOf('Bool', 'open', 'false')),
      [address, plain],
    ],
    [
      'an election that no argument prevents',
      [],
      withOptions(`${noMetrics}\nLeaderElection: !chosen,`, flagOf('Bool', 'alone', 'false')),
      [elect],
    ],
    [
      'an election that an argument prevents',
      ['--alone=true'],
      withOptions(`${noMetrics}\nLeaderElection: !chosen,`, flagOf('Bool', 'alone', 'false')),
      ['--leader-elect=false'],
    ],
    [
      'an election that an argument of the same name prevents',
      ['--leader-elect'],
      withOptions(`${noMetrics}\nLeaderElection: !chosen,`, flagOf('Bool', 'leader-elect', 'false')),
      ['--leader-elect=false'],
    ],
    ['metrics with an argument', [address, plain], {}, [address, plain]],
    ['no metrics', ['--metrics-bind-address=0'], {}, ['--metrics-bind-address=0']],
    ['no metrics in an option that is set later', [], withOptions('', '', 'given.Metrics.BindAddress = "0"'), []],
    [
      'metrics of which the address has a condition',
      [],
      withOptions('', '', 'if isTest() {\n\tgiven.Metrics.BindAddress = "0"\n\t}'),
      [],
    ],
    [
      'metrics at the address of a condition that is met',
      ['--safe'],
      withOptions(
        metrics('BindAddress: "0"'),
        flagOf('Bool', 'safe', 'false'),
        'if chosen {\n\tgiven.Metrics.BindAddress = ":8080"\n\t}',
      ),
      ['--safe', address, plain],
    ],
    [
      'no metrics at the address of a condition that is not met',
      [],
      withOptions(
        metrics('BindAddress: "0"'),
        flagOf('String', 'addr', '""'),
        'if len(chosen) > 0 && chosen != "0" {\n\tgiven.Metrics.BindAddress = ":8080"\n\t}',
      ),
      [],
    ],
    ['an election', [], withOptions(`${noMetrics}\nLeaderElection: true,`), [elect]],
    ['no election', [], withOptions(`${noMetrics}\nLeaderElection: false,`), []],
    [
      'an election by the default of a flag',
      [],
      withOptions(`${noMetrics}\nLeaderElection: chosen,`, flagOf('Bool', 'leader-elect', 'true')),
      [elect],
    ],
    [
      'an election that is assigned after the flags are parsed',
      ['--leader-elect=false'],
      assigned(['Bool', 'leader-elect', 'false'], 'chosen = true'),
      [elect],
    ],
    [
      'an election that is assigned before the flags are parsed',
      [],
      assigned(['Bool', 'leader-elect', 'false'], '', { at: 'chosen = true' }),
      [elect],
    ],
    [
      'no election by an argument, where another default is assigned before the flags are parsed',
      ['--leader-elect=false'],
      assigned(['Bool', 'leader-elect', 'false'], '', { at: 'chosen = true' }),
      ['--leader-elect=false'],
    ],
    [
      'an election that is assigned after the manager is created',
      [],
      withOptions(
        `${noMetrics}\nLeaderElection: chosen,`,
        flagOf('Bool', 'leader-elect', 'false'),
        '_ = given\n\tchosen = true',
      ),
      [],
    ],
    [
      'an election that is assigned under the condition of a flag',
      ['--leader-elect'],
      assigned(['Bool', 'leader-elect', 'false'], 'if chosen {\n\t\tchosen = true\n\t}'),
      [elect],
    ],
    [
      'an election by an argument, to which a condition assigns the same',
      ['--leader-elect'],
      assigned(['Bool', 'leader-elect', 'false'], 'if os.Getenv("NS") != "" {\n\t\tchosen = true\n\t}'),
      [elect],
    ],
    [
      'an address that is assigned where it is empty',
      [],
      assigned(['String', 'metrics-bind-address', '""'], 'if chosen == "" {\n\t\tchosen = ":9090"\n\t}'),
      ['--metrics-bind-address=:9090', plain],
    ],
    [
      'an election by a pointer that is assigned',
      [],
      withOptions(
        `${noMetrics}\nLeaderElection: *chosen,`,
        'chosen := flag.Bool("leader-elect", false, "A setting.")\n\tflag.Parse()\n\t*chosen = true',
      ),
      [elect],
    ],
    [
      'an election by the field of a structure that is assigned',
      [],
      withOptions(
        `${noMetrics}\nLeaderElection: o.elect,`,
        'var o struct{ elect bool }\n\tflag.BoolVar(&o.elect, "leader-elect", false, "A setting.")\n\tflag.Parse()\n\to.elect = true',
      ),
      [elect],
    ],
    [
      'an address of constants',
      [],
      assigned(['String', 'metrics-bind-address', 'fmt.Sprintf(":%d", port)'], '', {
        elsewhere: '\nconst port = 8383\n',
      }),
      ['--metrics-bind-address=:8383', plain],
    ],
    [
      'a default that is a variable',
      [],
      assigned(['String', 'metrics-bind-address', 'address'], '', { elsewhere: '\nvar address = ":8383"\n' }),
      ['--metrics-bind-address=:8383', plain],
    ],
    [
      'a default that is the field of the only literal',
      [],
      withOptions(
        metrics('BindAddress: o.address'),
        'o := struct{ address string }{address: ":8383"}\n\tflag.StringVar(&o.address, "metrics-addr", o.address, "A setting.")\n\tflag.Parse()',
      ),
      ['--metrics-bind-address=:8383', plain],
    ],
    [
      'an election in a file, where the flag has its default',
      ['--config=config.yaml'],
      { ...file, ...fromFile },
      ['--config=config.yaml', '--health-probe-bind-address=:9440', elect],
    ],
    [
      'an election in a file, where the argument says no',
      ['--config=config.yaml', '--leader-elect=false'],
      { ...file, ...fromFile },
      ['--config=config.yaml', '--health-probe-bind-address=:9440', elect],
    ],
    [
      'no election in a file, where the argument says yes',
      ['--config=config.yaml', '--leader-elect'],
      { 'config/manager/config.yaml': settings('leaderElection: {leaderElect: false}\n'), ...fromFile },
      ['--config=config.yaml', '--leader-elect'],
    ],
    [
      'probes in a file, where the options have an address',
      ['--config=config.yaml'],
      {
        'config/manager/config.yaml': settings('health: {healthProbeBindAddress: :9440}\n'),
        ...withOptions(`${noMetrics}\nHealthProbeBindAddress: ":9441",`, '', 'given, _ = given.AndFrom(loader)'),
      },
      ['--config=config.yaml', '--health-probe-bind-address=:9441'],
    ],
    [
      'an election in a file that does not replace the options',
      ['--config=config.yaml'],
      { ...file, ...withOptions(`${noMetrics}\nLeaderElection: false,`) },
      ['--config=config.yaml', '--health-probe-bind-address=:9440'],
    ],
    ['a namespace of the Lease', [], lease('"locks"'), [elect, `${inNamespace}=locks`]],
    [
      'a namespace of the Lease that is a constant, with a name that Go could take for a boolean',
      [],
      { [main]: `${lease('where')[main]}\nconst where = "true"\n` },
      [elect, `${inNamespace}=true`],
    ],
    [
      'a namespace of the Lease by the default of a flag',
      [],
      lease('chosen', flagOf('String', 'leader-election-namespace', '"locks"')),
      [elect, `${inNamespace}=locks`],
    ],
    [
      'a namespace of the Lease by an argument with an old name',
      ['--lock-namespace', 'locks', '--v=1'],
      lease('chosen', flagOf('String', 'lock-namespace', '"kube-system"')),
      ['--v=1', elect, `${inNamespace}=locks`],
    ],
    [
      'a namespace of the Lease by a variable of an argument',
      ['--lock-namespace=$(NAMESPACE)'],
      lease('chosen', flagOf('String', 'lock-namespace', '""')),
      [elect, `${inNamespace}=$(NAMESPACE)`],
    ],
    [
      'a namespace of the Lease by an argument of the same name',
      [`${inNamespace}=locks`],
      lease('chosen', flagOf('String', 'leader-election-namespace', '"kube-system"')),
      [`${inNamespace}=locks`, elect],
    ],
    [
      'a namespace of the Lease that is assigned under a condition that is met',
      ['--lock=locks'],
      withOptions(
        `${noMetrics}\nLeaderElection: true,`,
        flagOf('String', 'lock', '""'),
        'if chosen != "" {\n\tgiven.LeaderElectionNamespace = chosen\n\t}',
      ),
      [elect, `${inNamespace}=locks`],
    ],
    [
      'a namespace of the Lease in a file',
      ['--config=config.yaml'],
      { 'config/manager/config.yaml': settings('leaderElection: {leaderElect: true, resourceNamespace: locks}\n') },
      ['--config=config.yaml', elect, `${inNamespace}=locks`],
    ],
    ['the namespace of the Pod for the Lease', [], { ...lease('os.Getenv("NAMESPACE")'), ...ofPod }, [elect]],
    [
      'the namespace of the Pod for the Lease, by a flag without a value',
      [],
      lease('chosen', flagOf('String', 'lock-namespace', '""')),
      [elect],
    ],
    [
      'a namespace of a Lease that nobody holds',
      [],
      withOptions(`${noMetrics}\nLeaderElection: false,\nLeaderElectionNamespace: "locks",`),
      [],
    ],
    [
      'a namespace that is known only at run time, of a Lease that nobody holds',
      [],
      withOptions(`${noMetrics}\nLeaderElectionNamespace: where(),`),
      [],
    ],
    [
      'an address that an argument makes empty',
      ['--metrics-addr='],
      withOptions(metrics('BindAddress: chosen'), flagOf('String', 'metrics-addr', '"0"')),
      [address, plain],
    ],
    [
      'an argument with an old name',
      ['--enable-leader-election'],
      withOptions(`${noMetrics}\nLeaderElection: chosen,`, flagOf('Bool', 'enable-leader-election', 'false')),
      [elect],
    ],
    [
      'an argument with an old name and a value',
      ['--metrics-addr=127.0.0.1:8080'],
      withOptions(metrics('BindAddress: chosen'), flagOf('String', 'metrics-addr', '":8080"')),
      ['--metrics-bind-address=127.0.0.1:8080', plain],
    ],
    [
      'an argument with an old name, and its value in the next item',
      ['--metrics-addr', '127.0.0.1:8080', '--v=1'],
      withOptions(metrics('BindAddress: chosen'), flagOf('String', 'metrics-addr', '":8080"')),
      ['--v=1', '--metrics-bind-address=127.0.0.1:8080', plain],
    ],
    [
      'an election in a file',
      ['--config=config.yaml'],
      file,
      ['--config=config.yaml', '--health-probe-bind-address=:9440', elect],
    ],
    ['an election in a file that is not used', ['--metrics-bind-address=0'], file, ['--metrics-bind-address=0']],
    [
      'an election in a file, which one of two managers reads',
      ['--config=config.yaml'],
      { ...file, 'internal/boot/boot.go': bootstrap },
      ['--config=config.yaml', '--health-probe-bind-address=:9440', elect],
    ],
    ['an election in a ConfigMap', ['--config=config.yaml'], configMap, ['--config=config.yaml', elect]],
    ['an election by a variable', ['--metrics-bind-address=0'], variable('true'), ['--metrics-bind-address=0', elect]],
    ['a variable that is false', ['--metrics-bind-address=0'], variable('false'), ['--metrics-bind-address=0']],
    [
      'probes',
      [],
      withOptions(`${noMetrics}\nHealthProbeBindAddress: ":9440",`),
      ['--health-probe-bind-address=:9440'],
    ],
    [
      'probes at the usual port',
      [],
      withOptions(`${noMetrics}\nHealthProbeBindAddress: chosen,`, flagOf('String', 'probe-addr', '":8081"')),
      [],
    ],
    ['another port of webhooks', [], withOptions(`${noMetrics}\nPort: 8443,`), ['--webhook-port=8443']],
    [
      'the script of a shell',
      [],
      { ...withOptions(noMetrics), ...shell('exec /manager --leader-elect --v=2') },
      ['--leader-elect', '--v=2'],
    ],
    [
      'the script of a shell that computes arguments',
      [],
      {
        ...withOptions(`${noMetrics}\nLeaderElection: true,`),
        ...shell('/manager --v=2 "--name=$NAME" $MORE'),
      },
      ['--v=2', elect],
    ],
    ['metrics of another module', [], withOptions('Metrics: *options.Metrics(),'), []],
    [
      'a manager of tests',
      [],
      { ...withOptions(noMetrics), 'internal/envtest/environment.go': other('LeaderElection: true, Port: 8443') },
      [],
    ],
    [
      'the manager of another program',
      [],
      {
        ...withOptions(`${noMetrics}\nLeaderElection: true,`),
        'cmd/hub/tool/main.go': other('Metrics: metricsserver.Options{BindAddress: ":9090"}, LeaderElection: false'),
      },
      [elect],
    ],
    [
      'a certificate of webhooks in a folder of the options',
      [],
      { ...withOptions(`${noMetrics}\nCertDir: "/run/certs/light",`), ...mounted('/run/certs/') },
      ['--webhook-cert-path=/run/certs/light'],
    ],
    [
      'a certificate of webhooks in the usual folder',
      [],
      { ...withOptions(noMetrics), ...mounted('/tmp/k8s-webhook-server/serving-certs') },
      ['--webhook-cert-path=/tmp/k8s-webhook-server/serving-certs'],
    ],
    [
      'a certificate of metrics in the usual folder, with other names',
      [],
      {
        ...withOptions(metrics('BindAddress: ":8443", SecureServing: true, CertName: "cert.pem"')),
        ...mounted('/tmp/k8s-metrics-server/serving-certs'),
      },
      [
        '--metrics-bind-address=:8443',
        '--metrics-cert-path=/tmp/k8s-metrics-server/serving-certs',
        '--metrics-cert-name=cert.pem',
      ],
    ],
    [
      'a certificate of metrics that are not secure',
      [],
      {
        ...withOptions(metrics('BindAddress: ":8080", CertDir: "/certs"')),
        ...mounted('/certs'),
      },
      [address, plain],
    ],
    [
      'a patch that replaces the arguments',
      ['--v=1'],
      { ...withOptions(`${noMetrics}\nLeaderElection: true,`), ...patch('        args: [--v=2]\n') },
      ['--v=2', elect],
    ],
  ])('%s', async (_what, args, files, expected) => {
    const adopted = project(args, files);
    const outcome = await adopted.adopt();
    expect(outcome.diagnostics.filter(({ code }) => code === 'argument-needed')).toEqual([]);
    const written = new Map(outcome.plan.files.map(({ path, after }) => [path, after]));
    const textOf = (path: string) => written.get(path) ?? (path in files || path === manager ? adopted.read(path) : '');
    const [container] = [textOf('config/manager/elect.yaml'), textOf(manager)].flatMap((text) =>
      (parse(text)?.spec.template.spec.containers ?? []).filter(
        ({ args: list }: { args?: unknown }) => list !== undefined,
      ),
    );
    expect(container?.args ?? []).toEqual(expected);
    const page = (outcome.digest ?? []).join('\n');
    for (const each of expected.filter((one) => !`${args.join(' ')} ${files[manager] ?? ''} --v=2`.includes(one)))
      expect(page).toContain(`is written with ${each}`);
  });

  it.each<[string, readonly string[], Readonly<Record<string, string>>, readonly (readonly string[])[]]>([
    [
      'only one mounts the certificate',
      ['env: [{name: ENABLE_WEBHOOKS, value: "false"}]', 'volumeMounts: [{name: cert, mountPath: /certs}]'],
      withOptions(`${noMetrics}\nCertDir: "/certs",`),
      [[], ['--webhook-cert-path=/certs']],
    ],
    [
      'only one has the flag',
      ['args: [--elect]', 'args: [--v=2]'],
      withOptions(`${noMetrics}\nLeaderElection: chosen,`, flagOf('Bool', 'elect', 'false')),
      [['--leader-elect'], ['--v=2']],
    ],
    [
      'only one serves metrics',
      ['args: ["--metrics=:8383"]', 'args: ["--metrics=0"]'],
      withOptions(metrics('BindAddress: chosen'), flagOf('String', 'metrics', '"0"')),
      [['--metrics-bind-address=:8383', plain], ['--metrics-bind-address=0']],
    ],
  ])('are judged by the workload: %s', async (_what, fields, files, expected) => {
    const deployments = fields.map(
      (each, index) =>
        `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: manager-${index}, namespace: system}\nspec:\n  template:\n    spec:\n      containers:\n      - name: manager\n        image: controller:latest\n        ${each}\n`,
    );
    const { plan } = await project([], { ...files, [manager]: deployments.join('---\n') }).adopt({ dryRun: true });
    const text = plan.files.find(({ path }) => path === manager)?.after ?? '';
    const all = parseAllDocuments(text).map((each) => each.toJS().spec.template.spec.containers[0].args ?? []);
    expect(all).toEqual(expected);
  });

  const guess =
    'not carried over: the container of the operator in Deployment controller-manager: nothing says which container runs it, and adopt took the first one, proxy: if it is another one, set the annotation kubectl.kubernetes.io/default-container of the Pod to its name, and run adopt again';
  it.each<[string, string, Readonly<Record<string, string>>, number, readonly string[]]>([
    ['its flags', 'image: b\n        args: [--elect]', {}, 1, []],
    ['its image', 'image: controller:latest', {}, 1, []],
    [
      'its image, which the kustomization replaces',
      'image: controller',
      { [kustomization]: 'resources: [../manager]\nimages: [{name: controller, newName: example.com/light}]\n' },
      1,
      [],
    ],
    [
      'the program of the Dockerfile',
      'image: b\n        command: [/usr/bin/light]',
      { Dockerfile: 'FROM scratch\nENTRYPOINT ["/light"]\n' },
      1,
      [],
    ],
    ['nothing', 'image: b', {}, 0, [guess]],
  ])('are those of a container behind a sidecar, as %s says', async (_what, container, files, index, expected) => {
    const text = `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: controller-manager, namespace: system}\nspec:\n  template:\n    spec:\n      containers:\n      - name: proxy\n        image: a\n        args: [-c, /etc/proxy.yaml]\n      - name: light\n        ${container}\n`;
    const options = withOptions(`${noMetrics}\nLeaderElection: chosen,`, flagOf('Bool', 'elect', 'true'));
    const { plan, diagnostics } = await project([], { ...options, ...files, [manager]: text }).adopt({ dryRun: true });
    const written = parse(plan.files.find(({ path }) => path === manager)?.after ?? '');
    const all = written.spec.template.spec.containers.map(({ args = [] }: { args?: string[] }) => args);
    const own = index === 0 ? ['-c', '/etc/proxy.yaml'] : [];
    expect(all[index]).toEqual([...own, elect]);
    const guesses = diagnostics.filter(({ message }) => message.includes('the container of the operator'));
    expect(guesses.map(({ message, help }) => `${message}: ${help}`)).toEqual(expected);
  });

  const usualFolder = '/tmp/k8s-webhook-server/serving-certs';
  const certArgument = `--webhook-cert-path=${usualFolder}`;
  const configuration = (annotations: string, policy = 'Fail') =>
    `apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata: {name: light, annotations: {${annotations}}}\nwebhooks:\n- {name: a.shop.example, failurePolicy: ${policy}, clientConfig: {service: {name: light}}}\n`;
  const certificate =
    'apiVersion: cert-manager.io/v1\nkind: Certificate\nmetadata: {name: a}\nspec: {secretName: light-cert}\n';
  const serving = `apiVersion: v1\nkind: Service\nmetadata: {name: a, annotations: {service.beta.openshift.io/serving-cert-secret-name: light-cert}}\n`;
  const secret = (data: string) => `apiVersion: v1\nkind: Secret\nmetadata: {name: light-cert}\n${data}`;
  const volume = (source: string, mount = `mountPath: ${usualFolder}`) =>
    patch(`        volumeMounts:\n        - {name: cert, ${mount}}\n      volumes:\n      - {name: cert, ${source}}\n`);
  /** Files in config/manager with objects, beside the patch of the manager. */
  const withObjects = (files: Readonly<Record<string, string>>, ...objects: readonly string[]) => ({
    ...files,
    'config/manager/objects.yaml': objects.join('---\n'),
    'config/manager/kustomization.yaml': 'resources: [manager.yaml, objects.yaml]\npatches: [{path: elect.yaml}]\n',
  });
  const made = (from: string, call: string) => ({
    'internal/cert/cert.go': `package cert\n\nimport made "${from}"\n\nfunc add() error {\n\treturn ${call}\n}\n`,
  });
  const rotator = made('github.com/open-policy-agent/cert-controller/pkg/rotator', 'made.AddRotator(nil, nil)');
  const optional = volume('secret: {secretName: light-cert, optional: true}');
  const required = volume('secret: {secretName: light-cert}');
  const isOptional = 'the Secret light-cert is optional, so the operator also starts without it';
  const isEmpty = 'the Secret light-cert is deployed empty, and filled at run time';
  const byRotator = 'the Go operator issues their certificate with made.AddRotator';
  const unserved = 'the new operator does not serve its webhooks';
  const failing = ', and requests fail for which they must be called (failurePolicy: Fail)';
  const unknownFolder =
    'the folder with their certificate is known only at run time, and --webhook-cert-path is not set';
  /** A manager whose options have a server, as the library makes it, beside what a test adds. */
  const serverOf = (server: string, args = '') => {
    const text = withOptions(`${noMetrics}\nWebhookServer: ${server},`)[main]!;
    const imported = text.replace('import (', 'import (\n\t"sigs.k8s.io/controller-runtime/pkg/webhook"');
    return { [main]: imported.replace('GetConfigOrDie(), given)', `GetConfigOrDie(), ${args || 'given'})`) };
  };
  const served = withObjects(required, certificate, configuration('cert-manager.io/inject-ca-from: a/b'));
  const inFunction = `\nfunc withServer(given ctrl.Options, port *int) ctrl.Options {\n\tif port != nil {\n\t\tgiven.WebhookServer = webhook.NewServer(webhook.Options{Port: *port})\n\t}\n\treturn given\n}\n`;
  const unmounted = 'nothing in what is deployed mounts a certificate for them in its container';
  const converted =
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a.shop.example}\nspec: {conversion: {strategy: Webhook, webhook: {clientConfig: {service: {name: light}}}}}\n';
  const noLine = `${manager}:1`;
  const patchLine = 'config/manager/elect.yaml:10';
  const makerLine = 'internal/cert/cert.go:6';

  few(17).each<[what: string, files: Readonly<Record<string, string>>, isAdded: boolean, said: readonly string[]]>([
    [
      'an optional Secret, for webhooks that can be left out',
      withObjects(optional, configuration('', 'Ignore')),
      false,
      [`${patchLine} ${unserved}, because ${isOptional}`],
    ],
    ['an optional Secret of a Service of OpenShift', withObjects(optional, serving), true, []],
    ['a Secret with data', withObjects(required, secret('stringData: {tls.crt: a, tls.key: b}\n')), true, []],
    [
      'a Secret of the rotator',
      withObjects({ ...required, ...rotator }, secret('')),
      false,
      [`${makerLine} ${unserved}, because ${byRotator}, and ${isEmpty}`],
    ],
    [
      'no volume, for a conversion',
      withObjects(patch(''), converted),
      false,
      [`${noLine} ${unserved}, and the API server cannot convert objects between versions, because ${unmounted}`],
    ],
    [
      'no volume, where OLM mounts one',
      {
        ...withObjects(patch(''), configuration('')),
        'bundle/manifests/lantern.clusterserviceversion.yaml':
          'apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: {name: lantern.v1.0.0}\n',
      },
      false,
      [`${noLine} ${unserved}${failing}, because ${unmounted}: OLM does so only where it deploys the operator`],
    ],
    [
      'a folder that is known only at run time',
      withObjects(
        {
          ...withOptions(`${noMetrics}\nCertDir: os.Getenv("CERTS"),`),
          ...volume('secret: {secretName: light-cert}', 'mountPath: /certs'),
        },
        configuration(''),
      ),
      false,
      [`${noLine} ${unserved}${failing}, because ${unknownFolder}`],
    ],
    ['the usual folder, of a server of another function', { ...serverOf('serverOf(certs)'), ...served }, true, []],
    [
      'the usual folder, of a server that a function adds to the options',
      { [main]: `${serverOf('nil', 'withServer(given, portOf())')[main]}${inFunction}`, ...served },
      true,
      [],
    ],
    [
      'a controller of knative',
      made('knative.dev/pkg/webhook/certificates', 'made.NewController(nil, nil)'),
      false,
      [`${makerLine} ${unserved}, because the Go operator issues their certificate with made.NewController`],
    ],
    [
      'a rotator beside a certificate of cert-manager',
      withObjects({ ...required, ...rotator }, certificate, configuration('cert-manager.io/inject-ca-from: a/b')),
      true,
      [],
    ],
    [
      'a rotator that sets the CA of a certificate of cert-manager',
      withObjects({ ...required, ...rotator }, certificate, configuration('')),
      true,
      [
        `${makerLine} the API server does not trust the webhooks of the new operator${failing}, because ${byRotator}, and so sets their caBundle`,
      ],
    ],
    [
      'a certificate of cert-manager, which another kustomization does not have',
      {
        ...withObjects({ ...required, ...rotator }, certificate),
        'config/local/kustomization.yaml': `resources: [../default]\npatches:\n- patch: |-\n    $patch: delete\n    apiVersion: cert-manager.io/v1\n    kind: Certificate\n    metadata: {name: a}\n`,
      },
      true,
      [
        `${makerLine} as config/local deploys it, the new operator ends at its start without a certificate in ${usualFolder}, because ${byRotator}`,
      ],
    ],
    [
      'a directory that is empty at first',
      volume('emptyDir: {}'),
      false,
      [`${patchLine} ${unserved}, because the volume cert is empty until something writes to it`],
    ],
    [
      'a directory that an init container fills',
      patch(
        `        volumeMounts:\n        - {name: cert, mountPath: ${usualFolder}}\n      initContainers:\n      - {name: fill, volumeMounts: [{name: cert, mountPath: /certs}]}\n      volumes:\n      - {name: cert, emptyDir: {}}\n`,
      ),
      true,
      [],
    ],
    ['a projected volume', volume('projected: {sources: [{secret: {name: light-cert}}]}'), true, []],
    ['a driver', volume('csi: {driver: csi.cert-manager.io}'), true, []],
    ['a Secret', required, true, []],
    ['an optional Secret', optional, false, [`${patchLine} ${unserved}, because ${isOptional}`]],
    [
      'an optional Secret, for webhooks that must be called',
      withObjects(optional, configuration('')),
      false,
      [`${patchLine} ${unserved}${failing}, because ${isOptional}`],
    ],
    ['an optional Secret of cert-manager', withObjects(optional, certificate), true, []],
    [
      'a Secret without data',
      withObjects(required, secret('')),
      false,
      [`${patchLine} ${unserved}, because ${isEmpty}`],
    ],
    [
      'a Secret of the rotator, which is not deployed',
      { ...required, ...rotator },
      false,
      [`${makerLine} ${unserved}, because ${byRotator}, and the Go operator writes the Secret light-cert itself`],
    ],
    [
      'no volume, for webhooks that must be called',
      withObjects(patch(''), configuration('')),
      false,
      [`${noLine} ${unserved}${failing}, because ${unmounted}`],
    ],
    [
      'no volume, for webhooks that can be left out',
      withObjects(patch(''), configuration('', 'Ignore')),
      false,
      [`${noLine} ${unserved}, because ${unmounted}`],
    ],
    [
      'a volume that another container mounts',
      withObjects(
        patch(
          `      - {name: proxy, image: proxy, volumeMounts: [{name: cert, mountPath: ${usualFolder}}]}\n      volumes:\n      - {name: cert, secret: {secretName: light-cert}}\n`,
        ),
        certificate,
        configuration(''),
      ),
      false,
      [`${noLine} ${unserved}${failing}, because ${unmounted}`],
    ],
    ['no volume, where no webhooks are deployed', patch(''), false, []],
    [
      'a folder that is known only at run time, of webhooks that are not deployed',
      { ...withOptions(`${noMetrics}\nCertDir: os.Getenv("CERTS"),`), ...mounted('/certs') },
      false,
      [],
    ],
    [
      'another folder, of a server of another function',
      { ...serverOf('serverOf(certs)'), ...withObjects(mounted('/certs'), configuration('')) },
      false,
      [`${noLine} ${unserved}${failing}, because ${unknownFolder}`],
    ],
    [
      'the usual folder, by options without fields',
      { ...serverOf('webhook.NewServer(webhook.Options{})'), ...served },
      true,
      [],
    ],
    ['the usual folder, of the usual server', { ...serverOf('&webhook.DefaultServer{}'), ...served }, true, []],
    [
      'the usual folder, by options without fields, for the script of a shell',
      { ...serverOf('webhook.NewServer(webhook.Options{})'), ...served, ...shell('exec /manager --v=2') },
      true,
      [],
    ],
    [
      'the usual folder, by options without fields, for a command with arguments',
      {
        ...serverOf('webhook.NewServer(webhook.Options{})'),
        ...served,
        [manager]: shell('')[manager].replace("[/bin/sh, -c, '']", '[/manager, --v=2]'),
      },
      true,
      [],
    ],
    ['a rotator without a volume', rotator, false, [`${makerLine} ${unserved}, because ${byRotator}`]],
    [
      'an optional source of a projected volume',
      volume('projected: {sources: [{secret: {name: light-cert, optional: true}}]}'),
      false,
      [`${patchLine} ${unserved}, because ${isOptional}`],
    ],
    [
      'one file of an optional Secret',
      volume('secret: {secretName: light-cert, optional: true}', `mountPath: ${usualFolder}/tls.crt, subPath: tls.crt`),
      false,
      [`${patchLine} ${unserved}, because ${isOptional}`],
    ],
    [
      'one file of a Secret',
      volume('secret: {secretName: light-cert}', `mountPath: ${usualFolder}/tls.crt, subPath: tls.crt`),
      true,
      [],
    ],
  ])('is a certificate of webhooks in %s', async (_what, files, isAdded, expected) => {
    const {
      diagnostics,
      plan,
      digest = [],
    } = await project([], { ...withOptions(noMetrics), ...files }).adopt({ dryRun: true });
    const texts = plan.files.map(({ after }) => after ?? '').join('\n');
    expect(texts.includes(`- ${certArgument}`)).toBe(isAdded);
    const said = diagnostics.filter(({ code }) => code === 'webhook-certificate');
    expect(said.map(({ message, position }) => `${position?.file}:${position?.line} ${message}`)).toEqual(expected);
    for (const { message } of said) expect(startingSection(digest)).toContain(message);
  });

  it.each<[what: string, labels: string, image: string, webhooks: string, isElsewhere: boolean]>([
    ['of another program', '{app: hooks}', 'hooks:1', configuration(''), true],
    ['of another program, for a conversion', '{app: hooks}', 'hooks:1', converted, true],
    ['that no webhook calls', '{app: hooks}', 'hooks:1', '', false],
    ['that the Service does not select', '{app: others}', 'hooks:1', configuration(''), false],
    ['with the image of the manager', '{app: hooks}', 'controller:latest', configuration(''), false],
  ])('knows a workload for webhooks %s', async (_what, labels, image, webhooks, isElsewhere) => {
    const service = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: light\nspec: {selector: {app: hooks}}\n';
    const container = `{name: hooks, image: '${image}', command: [/hooks]}`;
    const workload = `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: hooks}\nspec: {template: {metadata: {labels: ${labels}}, spec: {containers: [${container}]}}}\n`;
    const files = withObjects(patch(''), service, workload, webhooks);
    const { diagnostics, digest = [] } = await project([], { ...withOptions(noMetrics), ...files }).adopt({
      dryRun: true,
    });
    const said = diagnostics.filter(({ code }) => /^webhook-(?:elsewhere|certificate)$/.test(code));
    if (!isElsewhere) return expect(said.map(({ code }) => code)).not.toContain('webhook-elsewhere');
    expect(said).toMatchObject([
      {
        code: 'webhook-elsewhere',
        message:
          'Service light has the API server call the Pods of Deployment hooks, which run another program: the webhooks of the new operator are not called',
        position: { file: 'config/manager/objects.yaml', line: 2 },
      },
    ]);
    expect(digest.join('\n')).toContain(said[0]!.message);
  });

  it.each<[what: string, args: readonly string[], said: readonly string[]]>([
    [
      '--webhook-cert-path',
      [certArgument],
      [`the new operator ends at its start without a certificate in ${usualFolder}, because ${isOptional}`],
    ],
    ['--webhook-self-signed', ['--webhook-self-signed'], []],
  ])('is an optional Secret with the argument %s', async (_what, args, expected) => {
    const { diagnostics } = await project(args, { ...withOptions(noMetrics), ...optional }).adopt({ dryRun: true });
    const said = diagnostics.filter(({ code }) => code === 'webhook-certificate');
    expect(said.map(({ message }) => message)).toEqual(expected);
  });

  few(2).each([
    ['/manager --v=2', undefined],
    ['/prepare && /manager --v=2', '"/prepare && /manager --v=2"'],
    ['exec /usr/bin/manager', undefined],
    ['/manager --name=$NAME', '"/manager --name=$NAME"'],
  ])('is not what a script does besides: %s', async (script, shown) => {
    const { diagnostics } = await project([], { ...withOptions(noMetrics), ...shell(script) }).adopt({ dryRun: true });
    const said = diagnostics.filter(({ message }) => message.includes('the script '));
    expect(said.map(({ message }) => message)).toEqual(
      shown === undefined ? [] : [`not carried over: the script ${shown} of the operator`],
    );
  });

  it.each([
    [
      'options of another module',
      'Metrics: *options.Metrics(),',
      'Metrics of the manager',
      'its values are known only at run time: set --metrics-bind-address, --metrics-secure, --metrics-cert-path, --metrics-cert-name, --metrics-cert-key as needed',
    ],
    [
      'a folder where nothing is mounted',
      `${noMetrics}\nCertDir: "/certs",`,
      'CertDir of the manager',
      'nothing is mounted at /certs: set --webhook-cert-path to the folder with the certificate',
    ],
  ])('is listed once if it is not known: %s', async (_what, options, name, help) => {
    const { diagnostics } = await project([], withOptions(options)).adopt({ dryRun: true });
    const said = diagnostics.filter(({ message }) => message.includes(`the option ${name}`));
    expect(said).toMatchObject([{ code: 'not-carried-over', help: expect.stringContaining(help) }]);
  });

  few(2).each<[what: string, args: readonly string[], files: Readonly<Record<string, string>>, flag: string]>([
    [
      'a condition assigns to the variable',
      [],
      assigned(['Bool', 'leader-elect', 'false'], 'if os.Getenv("NS") != "" {\n\t\tchosen = true\n\t}'),
      'leader-elect',
    ],
    [
      'it is the field of a configuration that is read',
      [],
      withOptions(
        metrics('BindAddress: o.address'),
        'o := options{address: ":8080"}\n\tload(&o)',
        '_ = given\n}\n\ntype options struct{ address string }\n\nfunc more() {\n\tvar given ctrl.Options',
      ),
      'metrics-bind-address',
    ],
    [
      'a condition assigns in place of an argument',
      ['--leader-elect=false'],
      assigned(['Bool', 'leader-elect', 'false'], 'if os.Getenv("NS") != "" {\n\t\tchosen = true\n\t}'),
      'leader-elect',
    ],
    [
      'a function sets the variable by its address',
      [],
      assigned(['String', 'metrics-bind-address', '":8443"'], 'setFromEnvironment(&chosen)'),
      'metrics-bind-address',
    ],
    [
      'it is computed after the flags are parsed',
      [],
      assigned(['String', 'metrics-bind-address', '":8443"'], 'chosen, err = addressOf(chosen)'),
      'metrics-bind-address',
    ],
    [
      'another function assigns to a field',
      [],
      withOptions(
        `${noMetrics}\nLeaderElection: o.elect,`,
        'var o options\n\tflag.BoolVar(&o.elect, "leader-elect", false, "A setting.")\n\tflag.Parse()\n\to.complete()',
        '_ = given\n}\n\ntype options struct{ elect bool }\n\nfunc (o *options) complete() {\n\to.elect = true\n}\n\nfunc more() {\n\tvar given ctrl.Options',
      ),
      'leader-elect',
    ],
    [
      'a function computes the default',
      [],
      assigned(['String', 'metrics-bind-address', 'addressOf(8080)'], ''),
      'metrics-bind-address',
    ],
    [
      'the default is that of the environment',
      [],
      assigned(['String', 'metrics-bind-address', 'os.Getenv("METRICS")'], ''),
      'metrics-bind-address',
    ],
    [
      'a part of the default is computed',
      [],
      assigned(['String', 'metrics-bind-address', 'fmt.Sprintf(":%d", port())'], ''),
      'metrics-bind-address',
    ],
    [
      'the flag has a type of its own',
      [],
      withOptions(
        metrics('BindAddress: chosen.text'),
        'flag.Var(&chosen, "metrics-bind-address", ":8080")\n\tflag.Parse()',
      ),
      'metrics-bind-address',
    ],
  ])('is listed once, with its flag, where %s', async (_what, args, files, flag) => {
    const { diagnostics, plan } = await project(args, files).adopt({ dryRun: true });
    const said = diagnostics.filter(({ code, help }) => code === 'not-carried-over' && help?.includes('run time'));
    expect(said.map(({ help }) => help)).toEqual([expect.stringContaining(`--${flag} in the arguments`)]);
    expect(plan.files.map(({ after }) => after ?? '').join('\n')).not.toContain(`- --${flag}=:`);
  });

  few(2).each<[what: string, args: string, files: Readonly<Record<string, string>>, said: readonly string[]]>([
    [
      'no file can get the argument',
      '[--v=2]',
      {},
      ['the new operator serves no metrics; the Go operator serves them at :8080'],
    ],
    [
      'the address is known only at run time',
      '[--v=2]',
      withOptions(metrics('BindAddress: os.Getenv("ADDRESS")')),
      ['the new operator serves no metrics; the Go operator serves them at an address that is known only at run time'],
    ],
    [
      'all options are known only at run time',
      '[--v=2]',
      withOptions('Metrics: *options.Metrics(),'),
      ['the new operator serves no metrics; the Go operator serves them at an address that is known only at run time'],
    ],
    ['an argument has the address', '["--metrics-bind-address=:8080"]', {}, []],
    ['it serves none', '[--v=2]', withOptions(noMetrics), []],
  ])('is said of metrics that are no longer served, where %s', async (_, args, files, expected) => {
    const { diagnostics, digest = [] } = await project(['--v=1'], {
      [kustomization]: `resources: [../manager]\npatches:\n- target: {kind: Deployment}\n  patch: |-\n    - op: replace\n      path: /spec/template/spec/containers/0/args\n      value: ${args}\n`,
      ...files,
    }).adopt({ dryRun: true });
    const said = diagnostics.filter(({ message }) => message.includes('serves no metrics'));
    expect(said.map(({ message }) => message)).toEqual(expected);
    const [, differing = ''] = digest.join('\n').split('What differs in what is deployed:\n');
    // Only the roles, which this project does not deploy, are before it.
    const lines = differing.split('\n').filter((line) => !line.includes('does not grant the operator'));
    for (const each of expected) expect(lines.findIndex((line) => line.includes(each))).toBe(0);
  });

  few(2).each<[string, string, readonly string[], boolean]>([
    ['a function', 'LeaderElection: elects(),', [], true],
    ['a variable of the environment', 'LeaderElection: os.Getenv("ELECT") == "true",', ['--v=1'], true],
    ['a statement', '', [], true],
    ['an argument', 'LeaderElection: elects(),', ['--leader-elect'], false],
    ['a constant', 'LeaderElection: false,', [], false],
  ])('is said first of an election that depends on %s', async (_, options, args, isSaid) => {
    const files = withOptions(
      options === '' ? '' : `${noMetrics}\n${options}`,
      '',
      options === '' ? 'given.LeaderElection = elects()' : '',
    );
    const { diagnostics, digest = [] } = await project(args, files).adopt({ dryRun: true });
    const said = diagnostics.filter(({ code }) => code === 'argument-needed');
    const text =
      'the operator needs the argument --leader-elect, because the Go operator can elect a leader, which is known only at run time';
    expect(said.map(({ message, position }) => `${position?.file}: ${message}`)).toEqual(
      isSaid ? [`${main}: ${text}`] : [],
    );
    const [, differing = ''] = digest.join('\n').split('What differs in what is deployed:\n');
    const lines = differing.split('\n').filter((line) => !line.includes('does not grant the operator'));
    expect(lines[0]?.startsWith(`  ${text}`)).toBe(isSaid);
  });

  few(2).each<[string, string, Readonly<Record<string, string>>, readonly string[], boolean]>([
    ['a function', 'LeaderElectionNamespace: where(),', {}, [], true],
    ['an election that can be, too', 'LeaderElectionNamespace: where(), LeaderElection: elects(),', {}, [], true],
    ['a variable of the environment', 'LeaderElectionNamespace: os.Getenv("NAMESPACE"),', {}, ['--v=1'], true],
    ['a statement', '', {}, [], true],
    ['the namespace of the Pod', 'LeaderElectionNamespace: os.Getenv("NAMESPACE"),', ofPod, [], false],
    ['an argument', 'LeaderElectionNamespace: where(),', {}, ['--leader-election-namespace=locks'], false],
  ])('is said first of a Lease whose namespace depends on %s', async (_, options, more, args, isSaid) => {
    const elects = options.includes('elects()') ? '' : 'LeaderElection: true,';
    const files = withOptions(
      `${noMetrics}\n${elects}\n${options}`,
      '',
      options === '' ? 'given.LeaderElectionNamespace = where()' : '',
    );
    const { diagnostics, digest = [] } = await project(args, { ...files, ...more }).adopt({ dryRun: true });
    const text = `the operator needs the argument ${inNamespace}, because the Go operator has its Lease in a namespace that is known only at run time, and in different ones, both operators are active at the same time`;
    const said = diagnostics.filter(({ message }) => message.includes(inNamespace));
    expect(said.map(({ code, message, position }) => `${code} ${position?.file}: ${message}`)).toEqual(
      isSaid ? [`argument-needed ${main}: ${text}`] : [],
    );
    expect(digest.join('\n').includes(text)).toBe(isSaid);
    const listed = diagnostics.filter(({ message }) => message.includes('the option LeaderElectionNamespace'));
    expect(listed.map(({ help }) => help)).toEqual(
      isSaid ? [`its value is known only at run time: set ${inNamespace} in the arguments`] : [],
    );
  });

  const parts = 'resources: [../../manager, ../../rbac]\n';
  few(2).each<[string, Readonly<Record<string, string | undefined>>, boolean]>([
    [
      'without config/default, from another folder',
      { [kustomization]: undefined, 'config/manager/kustomization.yaml': undefined },
      false,
    ],
    [
      'with variants in place of config/default',
      {
        [kustomization]: undefined,
        'config/rbac/kustomization.yaml': 'resources: [role.yaml]\n',
        'config/variants/a/kustomization.yaml': parts,
        'config/variants/b/kustomization.yaml': parts,
      },
      true,
    ],
    ['in its own folder', {}, true],
    ['from another folder', {}, false],
    ['without config/default', { [kustomization]: undefined }, true],
  ])('is no argument that keeps it from starting if another one replaces it: %s', async (_, changed, isHere) => {
    const args = ['--metrics-addr=:8080', '--elect', '--tune=x'];
    const flags = `${flagOf('String', 'metrics-addr', '"0"')}\n\tvar elect bool\n\tflag.BoolVar(&elect, "elect", false, "A setting.")`;
    const options = withOptions(`${metrics('BindAddress: chosen')}\nLeaderElection: elect,`, flags);
    const files = Object.entries({ ...treeOf(args, options), ...changed });
    const tree = Object.fromEntries(files.flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])));
    const outcome = await (isHere
      ? testFolder(tree).adopt({ dryRun: true })
      : testFolder({}).adopt({ dryRun: true, from: temporaryFolder(tree) }));
    expect(notes(outcome).map((each) => /the argument (\S+):/.exec(each)?.[1])).toEqual(['--tune']);
    const written = outcome.plan.files.find(({ path }) => path === manager)?.after;
    const [container] = parse(written ?? '').spec.template.spec.containers;
    expect(container.args).toEqual(['--tune=x', address, plain, elect]);
    expect(startingSection(outcome.digest ?? [])).not.toMatch(/--(?:metrics-addr|elect)\b/);
  });

  it('is said where no file can get the argument, and where an option is known only at run time', async () => {
    const replaced = {
      [kustomization]: `resources: [../manager]\npatches:\n- target: {kind: Deployment}\n  patch: |-\n    - op: replace\n      path: /spec/template/spec/containers/0/args\n      value: [--metrics-bind-address=0]\n`,
      ...withOptions('LeaderElection: true,\nHealthProbeBindAddress: os.Getenv("PROBES"),'),
    };
    const { diagnostics, digest = [] } = await project(['--v=1'], replaced).adopt({ dryRun: true });
    const said = diagnostics.filter(({ message }) => /--leader-elect|HealthProbe/.test(message));
    expect(said.map(({ code, message, position }) => [code, message, position?.line])).toEqual([
      ['not-carried-over', 'not carried over: the option HealthProbeBindAddress of the manager', 18],
      [
        'argument-needed',
        'the operator needs the argument --leader-elect, because the Go operator elects a leader',
        17,
      ],
    ]);
    expect(digest.join('\n')).toContain(said[1]!.message);
  });
});

describe('another kustomization that deploys the operator', () => {
  const overlay = (patch: string) => ({
    'config/prod/kustomization.yaml': `resources: [../default]\npatches:\n- target: {kind: Deployment}\n  patch: |-\n${patch}`,
  });
  const place = '/spec/template/spec/containers/0/args';
  const said = ({ diagnostics }: Outcome) =>
    diagnostics.flatMap(({ message, help, position }) =>
      message.includes('config/prod') ? [`${position?.file}: ${message}: ${help}`] : [],
    );

  it('is not in the report if it gets the arguments, too', async () => {
    const patch = `    - {op: add, path: ${place}/-, value: --kubeconfig=a}\n`;
    expect(said(await project(['--v=1'], overlay(patch)).adopt({ dryRun: true }))).toEqual([]);
  });

  it.each([
    [
      'replaces all',
      `    - {op: replace, path: ${place}, value: [--v=2]}\n`,
      ['--v=1'],
      'it has --v=2; change its patches so that it has --v=2 --metrics-bind-address=:8080 --metrics-secure=false',
    ],
    [
      'selects one by index',
      `    - {op: add, path: ${place}/1, value: --v=2}\n    - {op: remove, path: ${place}/2}\n`,
      ['--v=1', '--v=3'],
      undefined,
    ],
    [
      'selects the last',
      `    - {op: test, path: ${place}/1, value: --kubeconfig=a}\n    - {op: remove, path: ${place}/2}\n`,
      ['--v=1', '--kubeconfig=a', '--v=3'],
      undefined,
    ],
  ])('is in the report if it %s', async (_, patch, args, help) => {
    const found = said(await project(args, overlay(patch)).adopt({ dryRun: true }));
    expect(found).toEqual(
      help === undefined
        ? []
        : [
            `config/prod/kustomization.yaml: not carried over: the arguments of the operator that config/prod deploys: ${help}`,
          ],
    );
  });
});

describe('probes of the container of the operator', () => {
  const options = 'HealthProbeBindAddress: ":9440", ReadinessEndpointName: "/ready", ';
  const probe = (field: string, get: string): string => `        ${field}:\n          httpGet: {${get}}\n`;
  const help = (path: string, port: number): string => `set httpGet to path: ${path}, port: ${port}, scheme: HTTP`;

  it.each([
    [
      'at the webhook server are listed',
      probe('livenessProbe', 'path: /healthz, port: 9443, scheme: HTTPS') +
        probe('readinessProbe', 'path: /readyz, port: 9443, scheme: HTTPS'),
      '',
      [
        `${manager}:17 the livenessProbe of the container manager of Deployment controller-manager asks for /healthz over HTTPS at port 9443, which nothing answers: the webhook server answers only requests of the API server: ${help('/healthz', 8081)}`,
        `${manager}:19 the readinessProbe of the container manager of Deployment controller-manager asks for /readyz over HTTPS at port 9443, which nothing answers: the webhook server answers only requests of the API server: ${help('/readyz', 8081)}`,
      ],
    ],
    [
      'with a path of the options are listed',
      probe('readinessProbe', 'path: /ready, port: 9440'),
      options,
      [
        `${manager}:18 the readinessProbe of the container manager of Deployment controller-manager asks for /ready over HTTP at port 9440, which nothing answers: the server of the probes answers /healthz and /readyz: ${help('/readyz', 9440)}`,
      ],
    ],
    ['at the address of the options are not listed', probe('livenessProbe', 'path: /healthz, port: 9440'), options, []],
  ])('%s', async (_, probes, given, expected) => {
    const adopted = project(['--leader-elect']);
    adopted.edit(manager, '        name: manager\n', `        name: manager\n${probes}`);
    adopted.edit('cmd/main.go', 'ctrl.Options{', `ctrl.Options{${given}`);
    const { diagnostics, digest } = await adopted.adopt();
    const found = diagnostics.filter(({ code }) => code === 'deployed-probe');
    const texts = found.map((each) => `${each.position?.file}:${each.position?.line} ${each.message}: ${each.help}`);
    // The arguments that adopt adds are in front of the probes.
    expect(texts).toEqual(expected);
    for (const { message } of found) expect(startingSection(digest ?? [])).toContain(message);
  });
});

describe('the report on one page', () => {
  it('names what works, what to port by file, what differs, and counts the rest', async () => {
    const targets = Array.from({ length: 50 }, (_, index) => `polish-${index}:\n\techo ${index}\n`).join('');
    const outcome = await project(['--leader-elect', '-insecure'], {
      Makefile: `test:\n\tgo test\n\ndeploy:\n\techo\n\n${targets}`,
    }).adopt({ dryRun: true });
    const { digest = [], next } = outcome;
    expect(digest.length).toBeLessThan(40);
    const page = digest.join('\n');
    expect(page).toContain('What works:\n  1 kind and 1 controller: ');
    expect(page).toContain('What you must port:\n  ');
    expect(page).toContain(
      '\n  cmd/main.go: 2 (the flag --color, the option GracefulShutdownTimeout of the manager)\n',
    );
    expect(page).toContain(
      `What keeps it from starting or becoming ready:\n  ${manager}: not carried over: the argument -insecure\n`,
    );
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
    }).adopt({ dryRun: true });
    expect(JSON.stringify(outcome.diagnostics)).not.toContain('creationTimestamp');
  });
});
