import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLines } from '../support/command-lines.js';
import { eventually } from '../support/eventually.js';
import { makeProject, type ExampleProject } from '../support/example-operator.js';
import type { OperatorProcess } from '../support/operator-process.js';
import { accessControlPlane, type ControlPlaneAccess } from './control-plane/access.js';
import { sharedApiServer } from './control-plane/shared.js';

const shared = await sharedApiServer();
const controller = 'src/controller/note.controller.ts';

// A user's own code and markers, written while the operator looked after the whole cluster.
async function makeNoteOperator(folder: string, run: ExampleProject['run']): Promise<void> {
  await runCommandLines(folder, [
    ['init', '--domain', 'quiet.example', '--project-name', 'quiet', '--skip-install'],
    ['create', 'api', '--version', 'v1', '--kind', 'Note'],
  ]);
  const text = readFileSync(join(folder, controller), 'utf8')
    .replace('import { Rbac }', "import { ConfigMap } from '@operator-gen/runtime/k8s/core/v1';\nimport { Rbac }")
    .replace(
      'export class',
      "@Rbac({ groups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch', 'create'] })\nexport class",
    )
    .replace(
      /\/\/ Compare .*/,
      'if (await this.#client.getOrNull(ConfigMap, request)) return;\n    await this.#client.create(ConfigMap, { metadata: { ...request } });',
    );
  writeFileSync(join(folder, controller), text);
  await run('operator-gen', 'edit', '--namespaced');
}

describe.skipIf(!shared.available)('an operator of one namespace', { timeout: 60_000 }, () => {
  let cluster: ControlPlaneAccess;
  let project: ExampleProject;
  let operator: OperatorProcess;

  const note = (name: string, namespace: string) => {
    const object = { apiVersion: 'quiet.example/v1', kind: 'Note', metadata: { name, namespace }, spec: { size: 1 } };
    return cluster.kubectl(['apply', '-f', '-'], { input: JSON.stringify(object) });
  };
  const may = async (...words: string[]): Promise<string> =>
    (await cluster.kubectl(['auth', 'can-i', '--as', project.account, ...words]).catch(() => 'no')).trim();

  beforeAll(async () => {
    if (!shared.available) return;
    cluster = accessControlPlane(shared.info);
    project = await makeProject(cluster, makeNoteOperator);
    await project.deploy();
    await cluster.kubectl(['create', 'namespace', 'quiet-neighbor']);
    // No node runs its Pod, which would be told this by its Deployment.
    operator = await project.start({ WATCH_NAMESPACE: project.namespace });
  });
  afterAll(async () => {
    await operator?.stop();
    project?.remove();
  });

  it('receives its namespace from its Deployment', async () => {
    const env = await cluster.kubectl([
      ...['get', 'deployment', 'quiet-controller-manager', '-n', project.namespace],
      ...['-o', 'jsonpath={.spec.template.spec.containers[0].env}'],
    ]);
    expect(JSON.parse(env)).toMatchObject([
      { name: 'WATCH_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
    ]);
  });

  it('has rights in its namespace, and none beside it', async () => {
    expect(await may('list', 'notes.quiet.example', '-n', project.namespace)).toBe('yes');
    expect(await may('create', 'configmaps', '-n', project.namespace)).toBe('yes');
    expect(await may('list', 'notes.quiet.example', '-n', 'quiet-neighbor')).toBe('no');
    expect(await may('list', 'notes.quiet.example', '--all-namespaces')).toBe('no');
  });

  it('does its work with them, and passes by what is elsewhere', async () => {
    await note('far', 'quiet-neighbor');
    await note('near', project.namespace);
    const maps = async (namespace: string) =>
      (await cluster.kubectl(['get', 'configmaps', '-n', namespace, '-o', 'name'])).split('\n');
    await eventually(async () => expect(await maps(project.namespace)).toContain('configmap/near'));
    expect(await maps('quiet-neighbor')).not.toContain('configmap/far');
    expect(JSON.stringify(operator.lines)).not.toContain('forbidden');
  });
});
