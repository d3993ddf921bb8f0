import { describe, expect, it } from 'vitest';
import { madeOnce, newProject, type TestProject } from '../support/projects.js';

const code = 'src/webhook/v1/pod.webhook.ts';
const file = 'config/webhook/manifests.yaml';

/** A project with a webhook of Pods. */
const withPods = madeOnce(async () => {
  const project = await newProject();
  await project.createWebhook({ group: 'core', kind: 'Pod', validation: true });
  return project;
});

async function found(project: TestProject): Promise<readonly string[]> {
  await project.manifests();
  const { diagnostics } = await project.check();
  return diagnostics
    .filter(({ code: each }) => each === 'built-in-kind-webhook')
    .map(({ message, position }) => `${/no (\w+) can/.exec(message)?.[1]} ${position?.file}`);
}

const patch = (value: string) => (project: TestProject) => {
  const body = `[{op: add, path: /webhooks/0/${value}}]`;
  project.edit(
    'config/default/kustomization.yaml',
    'patches:\n',
    `patches:\n- target: {kind: ValidatingWebhookConfiguration}\n  patch: '${body}'\n`,
  );
};

describe('check reports webhooks of what the Pods of the operator need', () => {
  it.each<[what: string, edit: (project: TestProject) => void, expected: readonly string[]]>([
    ['Pods', () => undefined, [`Pod ${file}`]],
    ['all resources', (project) => project.edit(code, "['pods']", "['*']"), [`Pod ${file}`]],
    ['ConfigMaps', (project) => project.edit(code, "['pods']", "['configmaps']"), []],
    ['deletions of Pods', (project) => project.edit(code, "['create', 'update']", "['delete']"), []],
    ['Pods, which can be left out', (project) => project.edit(code, "'Fail'", "'Ignore'"), []],
    [
      'Pods of some namespaces',
      (project) =>
        project.edit(
          code,
          "  failurePolicy: 'Fail',",
          "  failurePolicy: 'Fail',\n  namespaceSelector: { matchLabels: { shop: 'yes' } },",
        ),
      [],
    ],
    ['Pods, which a patch limits', patch('objectSelector, value: {matchLabels: {shop: "yes"}}'), []],
  ])('%s', async (_, edit, expected) => {
    const project = await withPods();
    edit(project);
    expect(await found(project)).toEqual(expected);
  });

  it('ReplicaSets', async () => {
    const project = await newProject();
    await project.createWebhook({ group: 'apps', kind: 'ReplicaSet', defaulting: true });
    expect(await found(project)).toEqual([`ReplicaSet ${file}`]);
  });
});
