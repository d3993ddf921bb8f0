import { describe, expect, it } from 'vitest';
import { newProject, problemsOf } from '../../support/projects.js';

describe('a kustomization of the user', () => {
  it('keeps the entries of a kind whose types stay, in their places and with their comments', async () => {
    const project = await newProject();
    await project.createApi();
    await project.createApi({ kind: 'Cache' });
    const lists = ['config/crd/kustomization.yaml', 'config/samples/kustomization.yaml'];
    for (const path of lists)
      project.write(
        path,
        project
          .read(path)
          .replace(/^(- .*webserver.*)$/m, '$1 # the front page')
          .replace('resources:', '# All.\nresources:'),
      );
    const [text] = lists.map((path) => project.read(path));
    expect(text).toContain('# the front page');
    const before = lists.map((path) => project.read(path));
    const types = 'src/api/v1/webserver.types.ts';
    project.write(types, `${project.read(types)}// Mine.\n`);
    const outcome = await project.deleteApi();
    expect(problemsOf(outcome)).toContain('edited-file-kept');
    expect(problemsOf(outcome)).not.toContain('missing-kustomization-entry');
    expect(lists.map((path) => project.read(path))).toEqual(before);
  });
});
