import { describe, expect, it } from 'vitest';
import { changesOf, newProject, problemsOf, projectWithApi } from '../../support/projects.js';

const controller = 'src/controller/webserver.controller.ts';

describe('create api --ssa', () => {
  it('scaffolds a controller that applies, and delete api gives the tree back', async () => {
    const project = await newProject();
    const before = project.snapshot();
    expect(problemsOf(await project.createApi({ ssa: true }))).toEqual([]);
    expect(project.read('PROJECT')).toContain('    namespaced: true\n    ssa: true\n');
    expect(project.read(controller)).toContain('await this.#client.apply(\n      ConfigMap,');
    expect(project.read(controller)).toContain('.for(WebServer).owns(ConfigMap).complete(reconciler)');
    expect(project.read('config/rbac/role.yaml')).toMatch(
      /- configmaps\n {2}verbs:\n {2}- create\n {2}- get\n {2}- list\n {2}- patch\n {2}- watch\n/,
    );
    expect(problemsOf(await project.check())).toEqual([]);
    expect(changesOf(await project.check())).toEqual([]);
    await project.deleteApi();
    expect(project.snapshot()).toEqual(before);
  });

  it('needs no markers with inferred permissions', async () => {
    const project = await newProject();
    await project.settings({ permissions: 'inferred' });
    await project.createApi({ ssa: true });
    expect(project.read(controller)).not.toContain('Rbac');
    expect(project.read('config/rbac/role.yaml')).toMatch(
      /- configmaps\n {2}verbs:\n {2}- create\n {2}- get\n {2}- list\n {2}- patch\n {2}- watch\n/,
    );
    expect(problemsOf(await project.check())).toEqual([]);
  });

  it('stays recorded when a controller is added, which applies objects of its own', async () => {
    const project = await newProject();
    await project.createApi({ ssa: true });
    expect(problemsOf(await project.createApi({ controllerName: 'backup' }))).toEqual([]);
    expect(project.read('PROJECT')).toContain('ssa: true');
    expect(project.read('src/controller/backup.controller.ts')).toContain('name: `${name}-backup`,');
    expect(problemsOf(await project.createApi({ ssa: true }))).toEqual([]);
  });

  it('adds the controller of a kind without one', async () => {
    const project = await newProject();
    await project.createApi({ controller: false });
    expect(problemsOf(await project.createApi({ ssa: true }))).toEqual([]);
    expect(project.read(controller)).toContain('this.#client.apply(');
  });

  it.each([
    ['a controller of the kind that does not apply', {}, 'api-exists'],
    ['no controller', { kind: 'Cache', controller: false }, 'flag-requires-flag'],
    ['a cluster-scoped kind', { kind: 'Cache', namespaced: false }, 'flag-requires-flag'],
    ['a kind of Kubernetes', { kind: 'Deployment', group: 'apps', resource: false }, 'flag-requires-flag'],
    ['another version of the kind', { version: 'v2' }, 'controller-name-required'],
    ['an image', { kind: 'Cache', deployImage: { image: 'cache:1' } }, 'conflicting-flags'],
  ])('refuses %s', async (_, options, code) => {
    const project = await projectWithApi();
    const before = project.snapshot();
    expect(problemsOf(await project.createApi({ ...options, ssa: true }))).toContain(code);
    expect(project.snapshot()).toEqual(before);
  });

  it('asks for the name of a controller where that of another version does not apply', async () => {
    const project = await projectWithApi();
    await project.createApi({ version: 'v2', controller: false });
    const before = project.snapshot();
    const { diagnostics } = await project.createApi({ version: 'v2', resource: false, ssa: true });
    expect(diagnostics.map(({ help }) => help)).toEqual(['pass --controller-name, or omit --ssa']);
    expect(project.snapshot()).toEqual(before);
    const named = { version: 'v2', resource: false, ssa: true, controllerName: 'webserver-apply' };
    expect(problemsOf(await project.createApi(named))).toEqual([]);
    expect(project.read('src/controller/webserver-apply.controller.ts')).toContain('this.#client.apply(');
  });
});
