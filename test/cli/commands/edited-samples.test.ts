import { describe, expect, it } from 'vitest';
import { madeOnce, newProject, type TestProject } from '../../support/projects.js';

const [mine, its] = ['config/samples/_v1_alpha.yaml', 'config/samples/_v1_beta.yaml'];

/** A project with two kinds, whose samples were edited, and a webhook of one of them. */
const edited = madeOnce(async () => {
  const project = await newProject();
  for (const kind of ['Alpha', 'Beta']) await project.createApi({ kind });
  await project.createWebhook({ kind: 'Beta', validation: true });
  for (const path of [mine, its]) project.edit(path, 'size: 1', 'size: 42 # as in production');
  return project;
});

describe('--force', () => {
  it.each<[string, (project: TestProject) => Promise<unknown>]>([
    ['create api', (project) => project.createApi({ kind: 'Gamma', force: true })],
    ['delete api', (project) => project.deleteApi({ kind: 'Beta', force: true })],
    ['rename api', (project) => project.rename({ kind: 'Beta', toKind: 'Gamma', force: true })],
    ['create webhook', (project) => project.createWebhook({ kind: 'Beta', defaulting: true, force: true })],
    ['delete webhook', (project) => project.deleteWebhook({ kind: 'Beta', validation: true, force: true })],
    ['edit --enable', (project) => project.settings({ enable: ['prometheus'], force: true })],
    ['edit --helm', (project) => project.settings({ helm: true, force: true })],
    ['edit --multigroup', (project) => project.settings({ multigroup: true, force: true })],
  ])('of %s leaves the edited samples of other kinds', async (_, change) => {
    const project = await edited();
    const before = [project.snapshot(), project.read(mine)];
    await change(project);
    expect(project.read(mine)).toBe(before[1]);
    expect(project.snapshot()).not.toEqual(before[0]);
  });

  it('of create api overwrites the edited sample of the kind, and of delete api removes it', async () => {
    const again = await edited();
    await again.createApi({ kind: 'Beta', force: true });
    expect(again.read(its)).toContain('size: 1\n');
    const gone = await edited();
    await gone.deleteApi({ kind: 'Beta', force: true });
    expect(Object.keys(gone.snapshot())).not.toContain(its);
  });
});
