import { describe, expect, it } from 'vitest';
import { changesOf, projectWithApi, type TestProject } from '../../support/projects.js';

const lists = {
  'config/default/kustomization.yaml': '../crd',
  'config/crd/kustomization.yaml': 'bases/my.domain_webservers.yaml',
  'config/samples/kustomization.yaml': '_v1_webserver.yaml',
};
const codesIn = async (project: TestProject): Promise<readonly string[]> =>
  (await project.check()).diagnostics.map(({ code }) => code);

describe.each(Object.entries(lists))('%s', (path, entry) => {
  it.each([`# - ${entry}`, `#- "${entry}" # Others deploy it.`, `  #   - ${entry}`])(
    'leaves out what is %s',
    async (comment) => {
      const project = await projectWithApi();
      project.edit(path, `- ${entry}`, comment);
      const text = project.read(path);
      expect(changesOf(await project.check())).toEqual([]);
      await project.manifests();
      await project.createApi({ kind: 'Cache' });
      await project.createWebhook({ kind: 'Cache', defaulting: true });
      expect(project.read(path).split('\n')).toEqual(expect.arrayContaining(text.split('\n').filter(Boolean)));
      expect(project.read(path)).not.toMatch(new RegExp(`^- ${entry}`, 'm'));
      await project.deleteApi({ kind: 'Cache' });
      expect(await codesIn(project)).toEqual([]);
    },
  );

  it('gets an entry again that was removed, and says how to leave it out', async () => {
    const project = await projectWithApi();
    project.edit(path, `- ${entry}\n`, '');
    const { diagnostics } = await project.check();
    expect(diagnostics).toMatchObject([
      { code: 'missing-kustomization-entry', severity: 'note', help: expect.stringContaining(`# - ${entry}`) },
    ]);
    await project.manifests();
    expect(project.read(path)).toContain(`- ${entry}\n`);
    expect(await codesIn(project)).toEqual([]);
  });

  it('has no missing entries while it has conflict markers', async () => {
    const project = await projectWithApi();
    project.edit(path, `- ${entry}\n`, `<<<<<<< ours\n- ${entry}\n=======\n>>>>>>> theirs\n`);
    expect(await codesIn(project)).toEqual(['invalid-kustomization']);
  });
});
