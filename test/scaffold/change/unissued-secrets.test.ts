import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { problemsOf, projectWithApi, type TestProject } from '../../support/projects.js';

const patch = 'config/default/manager_webhook_patch.yaml';
const moved = 'config/default/patches/webhooks.yaml';
const kustomization = 'config/default/kustomization.yaml';

/** Moves the patch that mounts the certificate of the webhooks. */
function moveTo(project: TestProject, change: (text: string) => string = (text) => text): void {
  project.write(moved, change(project.read(patch)));
  rmSync(join(project.root, patch));
  project.edit(kustomization, 'path: manager_webhook_patch.yaml', 'path: patches/webhooks.yaml');
}

it.each<[string, (project: TestProject) => void, readonly string[]]>([
  ['as it is scaffolded', () => {}, []],
  ['in another file', (project) => moveTo(project), ['secret-not-issued']],
  [
    'inline',
    (project) => {
      const lines = project.read(patch).replaceAll(/^/gm, '    ');
      rmSync(join(project.root, patch));
      project.edit(kustomization, 'path: manager_webhook_patch.yaml', `patch: |-\n${lines}`);
    },
    ['secret-not-issued'],
  ],
  [
    'optional',
    (project) => moveTo(project, (text) => text.replace(/^( *)-? *secretName: .*/m, '$&\n$1optional: true')),
    [],
  ],
  [
    'beside a Secret that is deployed',
    (project) => {
      moveTo(project);
      project.write(
        'config/default/secret.yaml',
        'apiVersion: v1\nkind: Secret\nmetadata:\n  name: webhook-server-cert\n',
      );
      project.edit(kustomization, 'resources:\n', 'resources:\n- secret.yaml\n');
    },
    [],
  ],
])('reports a Secret that is mounted and no longer issued: %s', async (_, change, expected) => {
  const project = await projectWithApi();
  await project.createWebhook({ validation: true });
  change(project);
  await project.manifests();
  const problems = problemsOf(await project.deleteWebhook({}));
  expect(problems.filter((each) => each === 'secret-not-issued')).toEqual(expected);
});
