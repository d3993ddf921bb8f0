import { failing, passing, settings, testAssert, testStep, type TriedCase } from './table.js';

const run = (command: string, more = ''): string =>
  testStep(`commands: [{ command: ${JSON.stringify(command)}${more} }]`);
const script = (text: string, more = ''): string => testStep(`commands: [{ script: ${JSON.stringify(text)}${more} }]`);
const check = (text: string, more = ''): string =>
  testAssert(`commands: [{ script: ${JSON.stringify(text)} }]\n${more}`);

const applyMenu =
  'printf "apiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: menu}\\n" | kubectl apply -n $NAMESPACE -f -';

/** Commands, expressions and time limits. */
export const commandCases: readonly TriedCase[] = [
  passing('command-succeeds', { '00-run.yaml': run('true') }),
  failing('command-fails', { '00-run.yaml': run('false') }),
  failing('command-is-missing', { '00-run.yaml': run('no-such-program-here') }),
  failing('command-is-missing-ignored', { '00-run.yaml': run('no-such-program-here', ', ignoreFailure: true') }),
  passing('failure-ignored', { '00-run.yaml': run('false', ', ignoreFailure: true') }),
  failing('later-command-fails', { '00-run.yaml': testStep('commands: [{ command: "true" }, { command: "false" }]') }),
  failing('command-and-script', { '00-run.yaml': testStep('commands: [{ command: "true", script: "true" }]') }),
  failing('neither-command-nor-script', { '00-run.yaml': testStep('commands: [{ timeout: 1 }]') }),
  failing('script-with-namespaced', { '00-run.yaml': script('true', ', namespaced: true') }),
  passing('kubectl-in-namespace', {
    '00-run.yaml': run('kubectl create configmap menu --from-literal=soup=hot', ', namespaced: true'),
    '00-assert.yaml': settings('menu', { soup: 'hot' }),
  }),
  passing('kubectl-with-own-namespace', {
    '00-run.yaml': run('kubectl get serviceaccount default -n default', ', namespaced: true'),
  }),
  passing('script-with-variables', { '00-run.yaml': script(applyMenu), '00-assert.yaml': settings('menu') }),
  passing('variables-are-expanded', {
    '00-run.yaml': run('kubectl create configmap menu -n $NAMESPACE --from-literal=at=$$HOME-${NOT_SET}x'),
    '00-assert.yaml': settings('menu', { at: '$HOME-x' }),
  }),
  passing('quotes', {
    '00-run.yaml': run(
      `kubectl create configmap menu -n $NAMESPACE --from-literal=at='a "b"  c' --from-literal="to=d e" # no word`,
    ),
    '00-assert.yaml': settings('menu', { at: 'a "b"  c', to: 'd e' }),
  }),
  failing('open-quote', { '00-run.yaml': run(`echo 'a`) }),
  passing('folder-of-command', {
    '00-run.yaml': run('./program.sh'),
    'program.sh': '#!/bin/sh\ntest -f 00-run.yaml\n',
  }),
  failing('command-takes-too-long', { '00-run.yaml': run('sleep 20', ', timeout: 1') }),
  passing('too-long-ignored', { '00-run.yaml': run('sleep 20', ', timeout: 1, ignoreFailure: true') }),
  passing('no-time-limit', { '00-run.yaml': run('sleep 1', ', timeout: -1') }),
  passing('background-in-step', { '00-run.yaml': run('sleep 60', ', background: true') }),
  passing('background-failure-in-step', { '00-run.yaml': run('false', ', background: true') }),
  failing('objects-after-failed-command', { '00-run.yaml': run('false'), '00-menu.yaml': settings('menu') }),
  passing('commands-before-objects', {
    '00-run.yaml': run('kubectl create configmap menu -n $NAMESPACE --from-literal=a=1'),
    '00-menu.yaml': settings('menu', { b: '2' }),
    '00-assert.yaml': settings('menu', { a: '1', b: '2' }),
  }),
  passing('assert-command', {
    '00-menu.yaml': settings('menu'),
    '00-assert.yaml': check('kubectl get configmap menu -n $NAMESPACE'),
  }),
  failing('assert-command-fails', { '00-assert.yaml': check('exit 3', 'timeout: 2') }),
  failing('assert-command-too-long', { '00-assert.yaml': check('sleep 30', 'timeout: 2') }),
  failing('assert-command-for-a-second', { '00-assert.yaml': check('sleep 4', 'timeout: 1') }),
  passing('assert-command-in-the-end', {
    '00-assert.yaml': check('test -f /tmp/$NAMESPACE || { touch /tmp/$NAMESPACE; exit 1; }'),
  }),
  failing('time-limit-of-assert', {
    '00-menu.yaml': settings('menu'),
    '00-assert.yaml': `${testAssert('timeout: 1')}---\n${settings('other')}`,
  }),
  passing('longer-time-limit', {
    '00-menu.yaml': settings('menu', { soup: 'cold' }),
    '01-run.yaml': script(
      '(sleep 7; kubectl patch configmap menu -n $NAMESPACE --type=merge -p \'{"data":{"soup":"hot"}}\') >/dev/null 2>&1 &',
    ),
    '01-assert.yaml': `${testAssert('timeout: 14')}---\n${settings('menu', { soup: 'hot' })}`,
  }),
  passing('collectors', {
    '00-menu.yaml': settings('menu'),
    '00-assert.yaml': `${testAssert('collectors: [{ type: events }, { pod: none }, { command: "false" }, { type: wrong }]')}---\n${settings('menu')}`,
  }),
  failing('collectors-after-failure', {
    '00-assert.yaml': `${testAssert('timeout: 1\ncollectors: [{ type: events }, { selector: app=shop }, { command: echo hello }]')}---\n${settings('menu')}`,
  }),
  failing('test-assert-in-apply-file', { '00-menu.yaml': testAssert('timeout: 1') }),
  ...expressionCases(),
];

function expressionCases(): readonly TriedCase[] {
  const menu = settings('menu', { soup: 'hot', count: '3' });
  const reference = 'resourceRefs: [{ apiVersion: v1, kind: ConfigMap, name: menu, ref: menu }]\ntimeout: 2\n';
  const tried = (verdict: typeof passing, name: string, text: string): TriedCase =>
    verdict(name, { '00-menu.yaml': menu, '00-assert.yaml': testAssert(reference + text) });
  return [
    tried(passing, 'expression-true', 'assertAll: [{ celExpr: "menu.data.soup == \'hot\'" }]'),
    tried(failing, 'expression-false', 'assertAll: [{ celExpr: "menu.data.soup == \'cold\'" }]'),
    tried(failing, 'one-of-all-false', 'assertAll: [{ celExpr: "true" }, { celExpr: "menu.data.soup == \'cold\'" }]'),
    tried(passing, 'one-of-any-true', 'assertAny: [{ celExpr: "false" }, { celExpr: "has(menu.data.soup)" }]'),
    tried(failing, 'none-of-any-true', 'assertAny: [{ celExpr: "false" }, { celExpr: "has(menu.data.tea)" }]'),
    tried(
      passing,
      'expression-with-functions',
      'assertAll: [{ celExpr: "int(menu.data.count) > 2 && size(menu.data) == 2 && menu.data.exists(k, k.startsWith(\'so\'))" }]',
    ),
    tried(failing, 'expression-of-text', 'assertAll: [{ celExpr: "menu.data.soup" }]'),
    tried(failing, 'expression-not-valid', 'assertAll: [{ celExpr: "menu.data.soup ==" }]'),
    tried(failing, 'expression-of-unknown', 'assertAll: [{ celExpr: "other.data.soup == \'hot\'" }]'),
    tried(failing, 'expression-of-missing-field', 'assertAll: [{ celExpr: "menu.data.tea == \'hot\'" }]'),
    failing('reference-to-nothing', { '00-assert.yaml': testAssert(`${reference}assertAll: [{ celExpr: "true" }]`) }),
    failing('reference-without-name', {
      '00-menu.yaml': menu,
      '00-assert.yaml': testAssert('resourceRefs: [{ apiVersion: v1, kind: ConfigMap, ref: menu }]'),
    }),
  ];
}
