import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { madeOnce, problemsOf, projectWithApi, type TestProject } from '../../support/projects.js';

const code = 'src/webhook/v1/webserver.webhook.ts';
const settings = 'config/default/kustomization.yaml';

const projectWithWebhook = madeOnce(async () => {
  const project = await projectWithApi();
  await project.createWebhook({ defaulting: true, validation: true });
  return project;
});

describe('check says where PROJECT and the tree disagree', () => {
  it.each<[string, (project: TestProject) => void, string[]]>([
    ['in nothing', () => undefined, []],
    [
      'a webhook of PROJECT that no class is',
      (project) => project.edit(code, 'mutating: false', 'mutating: true'),
      ['webhook-unmarked'],
    ],
    [
      'one that is about another kind',
      (project) => project.edit(code, "resources: ['webservers']", "resources: ['mailservers']"),
      ['webhook-unmarked'],
    ],
    [
      'one in the singular',
      (project) =>
        project.edit(
          code,
          "mutating: false,\n  path: '/validate-my-domain-v1-webserver',\n  groups: [groupVersion.group],\n  versions: [groupVersion.version],\n  resources: ['webservers']",
          "mutating: false,\n  path: '/validate-my-domain-v1-webserver',\n  groups: [groupVersion.group],\n  versions: [groupVersion.version],\n  resources: ['webserver']",
        ),
      ['unknown-resource'],
    ],
    [
      'a class that PROJECT does not list',
      (project) => project.edit('PROJECT', '    validation: true\n', ''),
      ['webhook-unlisted'],
    ],
    [
      'a file of a list of a kustomization',
      (project) => rmSync(join(project.root, 'config/certmanager/issuer.yaml')),
      ['dangling-kustomization-entry'],
    ],
    [
      'a patch, and a folder',
      (project) => {
        rmSync(join(project.root, 'config/default/manager_webhook_patch.yaml'));
        rmSync(join(project.root, 'config/certmanager'), { recursive: true });
      },
      ['dangling-kustomization-entry', 'dangling-kustomization-entry'],
    ],
  ])('%s', async (_, change, problems) => {
    const project = await projectWithWebhook();
    change(project);
    expect(problemsOf(await project.check())).toEqual(problems);
  });

  it('not about what comes from elsewhere, or stands in the list itself', async () => {
    const project = await projectWithApi();
    const others = ['https://example.com/all.yaml', 'github.com/example/config//base?ref=v1'];
    project.edit(settings, 'resources:\n', `resources:\n${others.map((each) => `- ${each}\n`).join('')}`);
    const inline = 'apiVersion: builtin\n    kind: LabelTransformer\n    metadata:\n      name: x.yaml';
    project.write(settings, `${project.read(settings)}transformers:\n- |-\n    ${inline}\n`);
    expect(problemsOf(await project.check())).toEqual([]);
  });

  it('not about a webhook for many kinds, which someone serves by hand', async () => {
    const project = await projectWithWebhook();
    project.edit(code, "resources: ['webservers']", "resources: ['webservers', 'mailservers']");
    project.edit('PROJECT', '    defaulting: true\n', '');
    expect(problemsOf(await project.check())).toEqual([]);
  });
});
