import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Outcome } from '../../../src/output/operation/outcome.js';
import { readGoCode } from '../../support/ask-helper.js';
import { goProject } from '../../support/go-project.js';
import { testFolder } from '../../support/projects.js';
import type { Tree } from '../../support/tree.js';

await readGoCode();

const manager = 'config/manager/manager.yaml';
const kustomization = 'config/default/kustomization.yaml';
const patchFile = 'config/default/patch.yaml';
const go = 'FROM golang:1.25 AS builder\nRUN go build -o manager cmd/main.go\nFROM ubi9\n# It starts /lantern.\n';

/** The main program with the arguments of these tests, and without what else adopt adds. */
const main = goProject['cmd/main.go']!.replace(
  'import (',
  'import (\n\tmetricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"',
).replace('nil,\n\t})', 'nil,\n\t\tMetrics: metricsserver.Options{BindAddress: "0"},\n\t})');

/** A project whose container of the operator has these fields. */
function project(container: string, files: Tree = {}) {
  const text = goProject[manager]!.replace(
    '- command:\n        - /manager\n        args:\n        - --leader-elect\n        - --color=warm\n        image',
    () => `- ${container.trim().replaceAll('\n', '\n        ')}\n        image`,
  );
  return testFolder({
    ...goProject,
    Dockerfile: `${go}ENTRYPOINT ["/manager"]\n`,
    'cmd/main.go': main,
    [manager]: text,
    'config/manager/kustomization.yaml': 'resources: [manager.yaml]\n',
    [kustomization]: 'resources: [../manager]\n',
    ...files,
  });
}

/** A strategic merge patch of the container of the operator in `config/default`, or in another folder. */
function patched(container: string, folder = 'config/default', base = '../manager'): Tree {
  return {
    [`${folder}/kustomization.yaml`]: `resources: [${base}]\npatches: [{path: patch.yaml}]\n`,
    [`${folder}/patch.yaml`]: `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: controller-manager, namespace: system}\nspec:\n  template:\n    spec:\n      containers:\n      - name: manager\n        ${container.replaceAll('\n', '\n        ')}\n`,
  };
}

const place = '/spec/template/spec/containers/0';
/** A JSON patch in a kustomization. */
function jsonPatched(operations: string, folder = 'config/default', base = '../manager'): Tree {
  const text = `resources: [${base}]\npatches:\n- target: {kind: Deployment}\n  patch: |-\n${operations.replaceAll(/^/gm, '    ')}\n`;
  return { [`${folder}/kustomization.yaml`]: text };
}

const problems = ({ diagnostics }: Outcome, ...codes: readonly string[]): readonly string[] =>
  diagnostics
    .filter(({ code }) => codes.includes(code))
    .map(({ message, position }) => `${position?.file}:${position?.line} ${message}`);

/** The arguments in a file after adopt. */
function argsIn(text: string): unknown {
  const [container] = (parse(text) as { spec: any }).spec.template.spec.containers;
  return container.args;
}

describe('arguments in the command of the container of the operator', () => {
  const both = 'command: [/manager, --leader-elect]\nargs: [--v=1]';
  const lost =
    'the operator needs the argument --leader-elect, because the Go operator has it in its command, and a patch sets the arguments';

  it.each<[string, string, Tree, string, readonly string[]]>([
    ['nothing replaces', both, {}, manager, ['--leader-elect', '--v=1']],
    ['a patch replaces', both, patched('args: [--v=2]'), patchFile, ['--leader-elect', '--v=2']],
    [
      'a patch replaces beside a JSON patch that adds one',
      both,
      {
        ...patched('args: [--v=2]'),
        [kustomization]: `resources: [../manager]\npatches:\n- path: patch.yaml\n- target: {kind: Deployment}\n  patch: '[{op: add, path: ${place}/args/-, value: --kubeconfig=a}]'\n`,
      },
      patchFile,
      ['--leader-elect', '--v=2'],
    ],
    [
      'a patch replaces with its command',
      'command: [/manager]\nargs: [--v=1]',
      patched('command: [/manager, --leader-elect]'),
      patchFile,
      ['--v=1', '--leader-elect'],
    ],
    [
      'a script has that is the argument of a command',
      'command: [/bin/sh, -c]',
      patched('args: [exec /manager --leader-elect]'),
      patchFile,
      ['--leader-elect'],
    ],
    [
      'a script has beside a patch',
      'command: [/bin/sh, -c, exec /manager --leader-elect 2>&1]',
      patched('args: [--v=2]'),
      patchFile,
      ['--leader-elect'],
    ],
    ['a script has whose option is an argument', 'command: [sh]\nargs: [-c, /manager --v=1]', {}, manager, ['--v=1']],
  ])('are deployed where %s', async (_what, container, files, path, expected) => {
    const adopted = project(container, files);
    const outcome = await adopted.adopt();
    expect(problems(outcome, 'argument-needed', 'deployed-command')).toEqual([]);
    expect(argsIn(adopted.read(path))).toEqual(expected);
  });

  it.each([
    ['all', '/args, value: [--v=2]'],
    ['one by index', '/args/0, value: --v=2'],
  ])('are reported where a JSON patch replaces %s, with its line', async (_, operation) => {
    const outcome = await project(both, jsonPatched(`- {op: replace, path: ${place}${operation}}`)).adopt({
      dryRun: true,
    });
    expect(problems(outcome, 'argument-needed')).toEqual([`${kustomization}:5 ${lost}`]);
    expect(outcome.digest?.join('\n')).toContain(lost);
  });

  it.each([
    ['a strategic merge patch', patched('args: [--v=2]', 'config/prod', '../default')],
    ['a JSON patch', jsonPatched(`- {op: replace, path: ${place}/args, value: [--v=2]}`, 'config/prod', '../default')],
  ])('are reported where %s of another kustomization replaces them', async (_, files) => {
    const { diagnostics } = await project(both, files).adopt({ dryRun: true });
    const found = diagnostics.filter(({ message }) => message.includes('config/prod deploys'));
    expect(found.map(({ help }) => help)).toEqual([
      'it has --v=2; change its patches so that it has --leader-elect --v=2',
    ]);
  });
});

describe('arguments in the Dockerfile of the Go operator', () => {
  /** The main program with flags for leader election and for metrics. */
  const flags = main
    .replace(
      'mgr, err :=',
      () => `var elect, secure bool
	var address string
	flag.BoolVar(&elect, "leader-elect", false, "Elect.")
	flag.BoolVar(&secure, "metrics-secure", true, "Serve HTTPS.")
	flag.StringVar(&address, "metrics-bind-address", ":8443", "Serve at.")
	flag.Parse()
	mgr, err :=`,
    )
    .replace('BindAddress: "0"}', 'BindAddress: address, SecureServing: secure}, LeaderElection: elect');
  const docker = (instructions: string, files: Tree = {}): Tree => ({
    ...files,
    'cmd/main.go': flags,
    Dockerfile: `${go}${instructions}\n`,
  });
  const image = ['--leader-elect', '--metrics-secure=false', '--metrics-bind-address=:8080'];
  const list = (...words: readonly string[]): string => JSON.stringify(words);
  const entry = `ENTRYPOINT ${list('/manager', ...image)}`;
  const usual = ['--metrics-bind-address=:8443'];

  it.each<[string, string, string, unknown]>([
    ['ENTRYPOINT has beside args', entry, 'args: [--v=1]', [...image, '--v=1']],
    ['ENTRYPOINT has alone', entry, 'env: []', image],
    ['CMD has', `CMD ${list(...image)}\nENTRYPOINT ["/manager"]`, 'env: []', image],
    ['CMD has without ENTRYPOINT', `CMD ${list('/manager', ...image)}`, 'env: []', image],
    ['a shell has', `ENTRYPOINT exec /manager \\\n  ${image.join(' ')}`, 'env: []', image],
    ['follow an init', `ENTRYPOINT ${list('/tini', '-g', '--', '/manager', ...image)}`, 'env: []', image],
    ['follow a subcommand', `ENTRYPOINT ${list('/manager', 'run', ...image)}`, 'env: []', image],
    ['the last stage has of another one', `FROM ubi9 AS base\nCMD ["--v=3"]\nFROM base\n${entry}`, 'args: []', image],
  ])('are deployed: those that %s', async (_what, instructions, container, expected) => {
    const adopted = project(container, docker(instructions));
    const outcome = await adopted.adopt();
    expect(argsIn(adopted.read(manager))).toEqual(expected);
    expect(problems(outcome, 'argument-needed', 'metrics-not-served')).toEqual([]);
  });

  it.each<[string, string, string, unknown]>([
    ['it has none', 'ENTRYPOINT ["/manager"]', 'args: [--leader-elect]', ['--leader-elect', ...usual]],
    ['the container has a command', entry, 'command: [/manager]\nargs: [--v=1]', ['--v=1', ...usual]],
    ['args replace CMD', `ENTRYPOINT ["/manager"]\nCMD ${list(...image)}`, 'args: [--v=1]', ['--v=1', ...usual]],
    [
      'ENTRYPOINT resets CMD of another stage',
      `FROM ubi9 AS base\nCMD ${list(...image)}\nFROM base\nENTRYPOINT ["/manager"]`,
      'args: []',
      usual,
    ],
    ['another stage has them', `${entry}\nFROM ubi9\nENTRYPOINT ["/manager"]`, 'env: []', usual],
  ])('change nothing where %s', async (_what, instructions, container, expected) => {
    const adopted = project(container, docker(instructions));
    const outcome = await adopted.adopt();
    expect(argsIn(adopted.read(manager))).toEqual(expected);
    const found = problems(outcome, 'not-carried-over', 'argument-needed');
    expect(found.filter((each) => each.startsWith('Dockerfile'))).toEqual([]);
  });

  it.each<[string, string, Tree]>([
    ['a script', '/entrypoint.sh', {}],
    ['a script without an extension', '/usr/local/bin/start', { 'build/start': '#!/bin/sh\nexec /manager --v=1\n' }],
    ['another program that starts it', '/usr/bin/env', {}],
  ])('are reported where only %s knows them', async (_what, program, files) => {
    const adopted = project('args: [--v=1]', docker(`ENTRYPOINT ["${program}"]`, files));
    expect(problems(await adopted.adopt(), 'not-carried-over')).toContain(
      `Dockerfile:5 not carried over: the arguments that ${program} of the image gives to the Go program`,
    );
    expect(argsIn(adopted.read(manager))).toContain('--v=1');
  });

  it('are reported where a shell computes some, with the others in the manifest', async () => {
    const adopted = project('env: []', docker(`ENTRYPOINT /manager ${image.join(' ')} --v=$LEVEL`));
    expect(problems(await adopted.adopt(), 'not-carried-over')).toContain(
      `Dockerfile:5 not carried over: the script ${JSON.stringify(`/manager ${image.join(' ')} --v=$LEVEL`)} of the image`,
    );
    expect(argsIn(adopted.read(manager))).toEqual(image);
  });

  it('are in the patch that sets args, and reported where a JSON patch does', async () => {
    const adopted = project('env: []', docker(entry, patched('args: [--v=2]')));
    await adopted.adopt();
    expect(argsIn(adopted.read(patchFile))).toEqual([...image, '--v=2']);
    const json = jsonPatched(`- {op: add, path: ${place}/args, value: [--v=2]}`);
    expect(problems(await project('env: []', docker(entry, json)).adopt({ dryRun: true }), 'argument-needed')).toEqual([
      `${kustomization}:5 the operator needs the argument ${image.join(' ')}, because the Dockerfile of the Go operator has it, and a patch sets the arguments`,
    ]);
  });

  it('are reported for another kustomization whose patch sets args', async () => {
    const files = patched('args: [--v=2]', 'config/prod', '../default');
    const { diagnostics } = await project('env: []', docker(entry, files)).adopt({ dryRun: true });
    expect(
      diagnostics.filter(({ message }) => message.includes('config/prod deploys')).map(({ help }) => help),
    ).toEqual([`it has --v=2; change its patches so that it has ${image.join(' ')} --v=2`]);
  });
});

describe('a command that adopt cannot remove', () => {
  const runs = 'the container manager of Deployment controller-manager';
  const add = (command: string): string => `- {op: add, path: ${place}/command, value: [${command}]}`;
  const ofScript = 'FROM centos AS builder\nRUN ./build.sh\nFROM ubi9\nENTRYPOINT ["/manager"]\n';

  it.each<[string, Tree, readonly string[]]>([
    ['in a kustomization', jsonPatched(add('/manager')), [`${kustomization}:5 ${runs} runs /manager`]],
    [
      'in a file',
      {
        [kustomization]: 'resources: [../manager]\npatches: [{path: patch.yaml, target: {kind: Deployment}}]\n',
        [patchFile]: `- op: replace\n  path: ${place}/command\n  value: [/manager]\n`,
      },
      [`${patchFile}:2 ${runs} runs /manager`],
    ],
    [
      'that only adds a word',
      jsonPatched(`- {op: add, path: ${place}/command/-, value: --leader-elect}`),
      [`${kustomization}:5 ${runs} runs --leader-elect`],
    ],
    [
      'of another kustomization that replaces it',
      jsonPatched(`- {op: replace, path: ${place}/command, value: [/manager]}`, 'config/prod', '../default'),
      [`config/prod/kustomization.yaml:5 ${runs} in config/prod runs /manager`],
    ],
    [
      'of a program that the Dockerfile of another form starts',
      { ...jsonPatched(add('/manager')), Dockerfile: ofScript },
      [`${kustomization}:5 ${runs} runs /manager`],
    ],
    ['that a comment names', jsonPatched(add('/lantern')), [`${kustomization}:5 ${runs} runs /lantern`]],
    [
      'of another kustomization',
      jsonPatched(add('/manager'), 'config/prod', '../default'),
      [`config/prod/kustomization.yaml:5 ${runs} in config/prod runs /manager`],
    ],
    ['that starts Node.js', jsonPatched(add('/nodejs/bin/node, /main.mjs')), []],
    [
      'in the Dockerfile of the new operator',
      {
        ...jsonPatched(add('/start.sh')),
        Dockerfile: 'FROM node:24-slim\nCOPY start.sh /\nENTRYPOINT ["/start.sh"]\n',
      },
      [],
    ],
  ])('is reported: %s', async (_, files, expected) => {
    const outcome = await project('args: [--v=1]\ncommand: [/manager]', files).adopt({ dryRun: true });
    const found = problems(outcome, 'deployed-command');
    expect(found).toEqual(expected.map((each) => `${each}, which is not this operator`));
    for (const each of found) expect(outcome.digest?.join('\n')).toContain(each.replace(/^\S+ /, ''));
  });
});

describe('programs of probes and hooks that the new image does not have', () => {
  const of = (field: string) => `the ${field} of the container manager of Deployment controller-manager runs`;
  const exec = (...words: readonly string[]): string => `{exec: {command: [${words.join(', ')}]}}`;

  it.each<[string, string, readonly string[]]>([
    ['a shell', `startupProbe: ${exec('/bin/sh', '-c', 'true')}`, ['startupProbe /bin/sh']],
    ['the Go operator', `livenessProbe: ${exec('/manager', '--health')}`, ['livenessProbe /manager']],
    [
      'a program of the Go image',
      `readinessProbe: ${exec('/bin/grpc_health_probe')}`,
      ['readinessProbe /bin/grpc_health_probe'],
    ],
    [
      'hooks',
      `lifecycle:\n  postStart: ${exec('/bin/true')}\n  preStop: ${exec('sleep', '5')}`,
      ['postStart /bin/true', 'preStop sleep'],
    ],
    ['Node.js', `livenessProbe: ${exec('/nodejs/bin/node', '/probe.mjs')}`, []],
    [
      'requests and pauses',
      'livenessProbe: {tcpSocket: {port: 8081}}\nlifecycle: {preStop: {sleep: {seconds: 5}}}',
      [],
    ],
  ])('are reported: %s', async (_, fields, expected) => {
    const outcome = await project(`command: [/manager]\n${fields}`).adopt({ dryRun: true });
    const found = problems(outcome, 'deployed-command');
    expect(found.map((each) => each.replace(/^\S+ /, ''))).toEqual(
      expected.map((each) => {
        const [field = '', command] = each.split(' ');
        return `${of(field)} ${command}, which the image of the operator does not have`;
      }),
    );
  });

  it('are not those of a sidecar', async () => {
    const sidecar = `- name: proxy\n  image: proxy\n  livenessProbe: ${exec('/bin/true')}\n`;
    const adopted = project('command: [/manager]');
    adopted.write(manager, adopted.read(manager) + sidecar.replaceAll(/^(?=.)/gm, '      '));
    expect(problems(await adopted.adopt(), 'deployed-command')).toEqual([]);
  });

  it('do not keep the operator from starting if the container only stops with them', async () => {
    const { digest = [] } = await project(`command: [/manager]\nlifecycle: {preStop: ${exec('sleep', '5')}}`).adopt({
      dryRun: true,
    });
    const page = digest.join('\n');
    expect(page).not.toContain('What keeps it from starting');
    expect(page).toMatch(new RegExp(`Warnings:\\n(?:  .*\\n)*  .*${of('preStop')} sleep`));
  });
});
