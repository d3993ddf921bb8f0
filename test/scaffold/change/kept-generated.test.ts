import { describe, expect, it } from 'vitest';
import { newProject, problemsOf, type TestProject } from '../../support/projects.js';
import type { Outcome } from '../../../src/output/operation/outcome.js';

describe('generated files stay where a set-up function cannot be found:', () => {
  it.each<[string, (project: TestProject) => Promise<Outcome>]>([
    ['create api', (project) => project.createApi({ kind: 'Other' })],
    ['create api of a version', (project) => project.createApi({ version: 'v2', controller: false })],
    ['create webhook', (project) => project.createWebhook({ validation: true })],
    ['delete webhook', (project) => project.deleteWebhook({ defaulting: true })],
    ['edit', (project) => project.settings({ multigroup: true })],
    ['rename api', (project) => project.rename({ toKind: 'Site', kind: 'WebServer' })],
  ])('%s', async (_, command) => {
    const project = await newProject();
    await project.createApi();
    await project.createWebhook({ defaulting: true });
    await project.manifests();
    const name = 'setupWebServerController';
    project.edit('src/controller/webserver.controller.ts', `export async function ${name}`, `async function ${name}`);
    const outcome = await command(project);
    expect(problemsOf(outcome)).toContain('set-up-missing');
    const gone = outcome.plan.files.filter(({ action }) => action === 'delete').map(({ path }) => path);
    expect(gone.filter((path) => /^src\/register\.ts$|crd\/bases|rbac\/role\.yaml$/.test(path))).toEqual([]);
  });
});
