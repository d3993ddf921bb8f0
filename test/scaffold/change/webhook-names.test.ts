import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { stateFile } from '../../../src/output/plan/leftovers.js';
import { changesOf, madeOnce, newProject, problemsOf, testFolder, type TestProject } from '../../support/projects.js';
import { sha256 } from '../../../src/base/io/sha256.js';

// Of what runs in clusters already.
const warnings = ['renamed-crd', 'lease-renamed'];
const code = 'src/webhook/v1/webserver.webhook.ts';

function namesIn(project: TestProject): string[] {
  const documents = parseAllDocuments(project.read('config/webhook/manifests.yaml')).map((each) => each.toJS());
  return documents.flatMap(({ webhooks }) => webhooks.map(({ name }: { name: string }) => name));
}

async function makeProjectWithDefaulter(): Promise<TestProject> {
  const project = await newProject();
  await project.createApi();
  expect(problemsOf(await project.createWebhook({ defaulting: true }))).toEqual([]);
  return project;
}

const projectWithDefaulter = madeOnce(makeProjectWithDefaulter);

/** A project as an earlier version of the tool left it: the old name, in a file that counts as scaffolded. */
const oldProject = madeOnce(async () => {
  const project = await projectWithDefaulter();
  const recorded = sha256(project.read(code));
  project.edit(code, 'mwebserver-v1.my.domain', 'mwebserver-v1.kb.io');
  project.edit(stateFile, recorded, sha256(project.read(code)));
  await project.manifests();
  return project;
});

describe('the names of webhooks', () => {
  it('are in the domain of the project', async () => {
    const project = await projectWithDefaulter();
    expect(namesIn(project)).toEqual(['mwebserver-v1.my.domain']);
    expect(changesOf(await project.check())).toEqual([]);
  });

  it('stay in a project of an earlier version, whatever is made, and a new one is in the domain', async () => {
    const project = await oldProject();
    expect(namesIn(project)).toEqual(['mwebserver-v1.kb.io']);
    const before = project.snapshot();

    expect(problemsOf(await project.createWebhook({ validation: true }))).toEqual([]);
    expect(namesIn(project)).toEqual(['mwebserver-v1.kb.io', 'vwebserver-v1.my.domain']);
    expect(problemsOf(await project.createWebhook({ defaulting: true, force: true }))).toEqual([]);
    expect(namesIn(project)[0]).toBe('mwebserver-v1.kb.io');

    expect(problemsOf(await project.deleteWebhook({ validation: true }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);
  });

  it('stay when the files move and when the domain changes', async () => {
    const project = await oldProject();
    expect(problemsOf(await project.settings({ domain: 'example.com' }))).toEqual(warnings);
    expect(namesIn(project)).toEqual(['mwebserver-v1.kb.io']);
    expect(problemsOf(await project.rename({ kind: 'WebServer', toKind: 'Proxy' }))).toEqual(['renamed-crd']);
    expect(namesIn(project)).toEqual(['mproxy-v1.kb.io']);
  });

  it('follow the domain of the project', async () => {
    const project = await projectWithDefaulter();
    expect(problemsOf(await project.settings({ domain: 'example.com' }))).toEqual(warnings);
    expect(namesIn(project)).toEqual(['mwebserver-v1.example.com']);
  });

  it('are those that the user has chosen, in every command', async () => {
    const project = await projectWithDefaulter();
    project.edit(code, 'mwebserver-v1.my.domain', 'defaults.web.example.org');
    await project.manifests();
    expect(problemsOf(await project.createWebhook({ validation: true }))).toEqual([]);
    expect(namesIn(project)).toEqual(['defaults.web.example.org', 'vwebserver-v1.my.domain']);
    await project.settings({ domain: 'example.com' });
    expect(namesIn(project)).toEqual(['defaults.web.example.org', 'vwebserver-v1.example.com']);
  });

  it('are valid for the types of Kubernetes, and in a domain of one part', async () => {
    const project = testFolder();
    await project.init({ domain: 'local', projectName: 'site-operator' });
    expect(problemsOf(await project.createWebhook({ group: 'core', kind: 'Pod', defaulting: true }))).toEqual([
      'built-in-kind-webhook',
    ]);
    expect(problemsOf(await project.createWebhook({ group: 'apps', kind: 'Deployment', validation: true }))).toEqual([
      'built-in-kind-webhook',
    ]);
    expect(namesIn(project)).toEqual(['mpod-v1.site-operator.local', 'vdeployment-v1.site-operator.local']);
    expect(problemsOf(await project.check())).toEqual(['built-in-kind-webhook']);
  });
});
