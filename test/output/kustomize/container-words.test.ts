import { describe, expect, it } from 'vitest';
import { standardFlags } from '@operator-gen/runtime';
import {
  distinctFlags,
  sharedFlags,
  startedBy,
  type ContainerWords,
} from '../../../src/output/kustomize/container-words.js';

const manager = (words: readonly string[], script?: string): ContainerWords => ({
  program: '/manager',
  words,
  ...(script !== undefined && { script }),
});
/** A script of a shell, of which all is known. */
const plain = (script: string, ...words: string[]): readonly [string, string, ContainerWords] => [
  script,
  script,
  manager(words),
];
/** A script of a shell that does more, or computes arguments. */
const more = (script: string, ...words: string[]): readonly [string, string, ContainerWords] => [
  script,
  script,
  manager(words, script),
];
const unknown = (script: string): readonly [string, string, ContainerWords] => [
  script,
  script,
  { program: '', words: [], script },
];

describe('the program that a container starts', () => {
  it.each([
    plain('/manager'),
    plain('exec /manager --leader-elect', '--leader-elect'),
    plain('set -e; exec /manager --v=2', '--v=2'),
    plain('exec /manager \\\n  --leader-elect \\\n  --v=2\n', '--leader-elect', '--v=2'),
    plain('# Lights all.\n/manager "--name=a b" --path=\'/c d\' --e=f\\ g', '--name=a b', '--path=/c d', '--e=f g'),
    plain('exec /manager --namespace=$(NAMESPACE)', '--namespace=$(NAMESPACE)'),
    plain('set -eu -o pipefail; exec /manager --v=2', '--v=2'),
    plain('exec /manager "--re=a\\d\\.b" "--all=\\"c\\""', '--re=a\\d\\.b', '--all="c"'),
    more('exec /manager --name=$(hostname) --v=2', '--v=2'),
    more('exec /manager --leader-elect 2>&1', '--leader-elect'),
    more('exec /manager --leader-elect > /dev/null &> all', '--leader-elect'),
    more('/manager --leader-elect | tee /log', '--leader-elect'),
    more('sleep 5 && exec /manager --v=2 || exit 1', '--v=2'),
    more('export A=b; (cd /; exec /manager --v=2)', '--v=2'),
    more('A=b exec /manager --v=2', '--v=2'),
    more('exec > /log; exec /manager --v=2', '--v=2'),
    more('/manager --name=$(hostname -s | tr a b) --v=2', '--v=2'),
    more('/manager --name=${NAME:-a b} --at=`date +%s` --all=* --v=2', '--v=2'),
    more('/manager "--name=$NAME" --v=2', '--v=2'),
    unknown('if test -e /a; then exec /manager --v=1; fi'),
    unknown('while ! wait-for; do sleep 1; done; /manager --v=1'),
    unknown('/one --a; /two --b'),
    unknown('set -- --leader-elect; exec /manager "$@"'),
    unknown('set a b; exec /manager "$@"'),
    unknown(''),
  ])('is found in the script %j', (_what, script, expected) => {
    const env = [{ name: 'NAMESPACE', value: 'a' }];
    expect(startedBy({ env, command: ['/bin/sh', '-c', script] })).toEqual(expected);
    expect(startedBy({ env, command: ['/bin/bash', '-e', '-c'], args: [script] })).toEqual(expected);
    expect(startedBy({ env, command: ['sh'], args: ['-ec', script] })).toEqual(expected);
  });

  it('has variables of the container', () => {
    const command = ['/bin/sh', '-c', '/manager --at=$(AT)'];
    expect(startedBy({ command, envFrom: [{ configMapRef: { name: 'a' } }] })).toEqual(manager(['--at=$(AT)']));
    expect(startedBy({ command })).toEqual(manager([], '/manager --at=$(AT)'));
  });

  it('has the arguments of a script', () => {
    const command = ['/bin/sh', '-c', 'exec /manager --v=2 "$@"', '--'];
    expect(startedBy({ command, args: ['--leader-elect'] })).toEqual(manager(['--v=2', '--leader-elect']));
  });

  it('is that of the command, with the words after it and the arguments', () => {
    expect(startedBy({ command: ['/manager', '--a'], args: ['--b'] })).toEqual(manager(['--a', '--b']));
    expect(startedBy({ command: ['/bin/sh', '/start.sh', '-c'] }).program).toBe('/bin/sh');
    expect(startedBy({ args: ['--b'] })).toEqual({ program: '', words: ['--b'] });
  });
});

it('knows all standard flags of the runtime', () => {
  expect([...distinctFlags, ...sharedFlags].toSorted()).toEqual(Object.keys(standardFlags).toSorted());
});
