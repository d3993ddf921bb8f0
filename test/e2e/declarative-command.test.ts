import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examplePath } from '../support/examples.js';
import { makeTemporaryFolder } from '../support/tree.js';
import { passing as chainsawCase } from './chainsaw/table.js';
import { preparedProject, type RunTest } from './declarative/in-project.js';
import { writeCases } from './declarative/run-both.js';
import { passing, settings, testStep } from './declarative/table.js';

const folder = makeTemporaryFolder();
const cases = join(folder.path, 'test/cases');
const limit = 180_000;

const webServer = (spec: string): string => `apiVersion: my.domain/v1
kind: WebServer
metadata: { name: shop }
spec: ${spec}
`;
const deployment = (rest: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: shop }
${rest}
`;

const lifecycle = passing('web-server', {
  '00-create.yaml': webServer('{ replicas: 1, image: "nginx:1.23.0" }'),
  '00-assert.yaml': deployment('status: { readyReplicas: 1 }'),
  '01-scale.yaml': webServer('{ replicas: 2 }'),
  '01-assert.yaml': deployment('spec: { replicas: 2 }\nstatus: { readyReplicas: 2 }'),
  '02-delete.yaml': testStep('delete: [{ apiVersion: my.domain/v1, kind: WebServer, name: shop }]'),
  '02-errors.yaml': deployment(''),
});

/** The same as a test of chainsaw. */
const ofChainsaw = chainsawCase(
  'web-server-of-chainsaw',
  `bindings: [{ name: image, value: "nginx:1.23.0" }]
steps:
- try:
  - apply: { resource: { apiVersion: my.domain/v1, kind: WebServer, metadata: { name: shop }, spec: { replicas: 1, image: ($image) } } }
  - assert:
      resource:
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: shop }
        status:
          (conditions[?type == 'Available'].status | [0]): "True"
- try:
  - patch: { resource: { apiVersion: my.domain/v1, kind: WebServer, metadata: { name: shop }, spec: { replicas: 2 } } }
  - assert: { resource: { apiVersion: apps/v1, kind: Deployment, metadata: { name: shop }, status: { (readyReplicas >= \`2\`): true } } }
`,
);

let run: RunTest;

beforeAll(async () => {
  cpSync(examplePath('webserver'), folder.path, { recursive: true });
  rmSync(cases, { recursive: true, force: true });
  run = await preparedProject(folder.path);
}, limit);

afterAll(() => folder.remove());

describe('operator-gen test --control-plane in a project', () => {
  it('runs its operator under its role', { timeout: limit }, async () => {
    writeCases(cases, [lifecycle, ofChainsaw]);
    const { exitCode, stdout, stderr } = await run(
      '--control-plane',
      '--report',
      'xml',
      '--report-file',
      'out/cases.xml',
    );
    expect(stderr).toBe('');
    expect(stdout).toMatch(
      /^Cluster: a control plane of its own\nPASS web-server .*\nPASS web-server-of-chainsaw .*\n\n2 of 2 cases passed in/,
    );
    expect(exitCode).toBe(0);
    expect(readFileSync(join(folder.path, 'out/cases.xml'), 'utf8')).toContain('tests="2" failures="0"');
  });

  it('fails a case in which the role lacks a permission', { timeout: limit }, async () => {
    const role = join(folder.path, 'config/rbac/role.yaml');
    const complete = readFileSync(role, 'utf8');
    writeFileSync(role, complete.replace(/(- deployments\n {2}verbs:\n(?: {2}- \w+\n)*?) {2}- create\n/, '$1'));
    expect(readFileSync(role, 'utf8')).not.toBe(complete);
    writeCases(cases, [passing('settings', { '00-menu.yaml': settings('menu'), '00-assert.yaml': settings('menu') })]);
    const { exitCode, stdout, stderr } = await run('--control-plane', '--timeout', '6', '--output', 'json');
    writeFileSync(role, complete);
    expect(exitCode, stderr).toBe(1);
    const { cases: found, diagnostics } = JSON.parse(stdout) as {
      readonly cases: readonly Found[];
      readonly diagnostics: readonly { readonly message: string }[];
    };
    expect(diagnostics[0]!.message).toContain('the role of the operator does not allow: patch deployments.apps');
    const ofOperator = found.map(({ name, steps }) => [
      name,
      steps.find((each) => each.name === 'operator')?.failures[0]?.details,
    ]);
    // The namespace of the other case has no WebServer, so that its operator is denied nothing.
    expect(ofOperator).toEqual([
      ['settings', undefined],
      ['web-server', ['patch deployments.apps']],
      ['web-server-of-chainsaw', ['patch deployments.apps']],
    ]);
  });

  it('does not use a cluster that is not named', async () => {
    const { exitCode, stderr } = await run();
    expect(exitCode).toBe(2);
    expect(stderr).toContain('cluster-not-named');
  });
});

interface Found {
  readonly name: string;
  readonly steps: readonly {
    readonly name: string;
    readonly failures: readonly { readonly details: readonly string[] }[];
  }[];
}
