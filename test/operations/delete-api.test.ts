import { describe, expect, it } from 'vitest';
import { changesOf, problemsOf, testFolder } from '../support/projects.js';

describe('delete api', () => {
  it('gives back the tree that was there before create api, byte for byte', async () => {
    const project = testFolder();
    await project.init();
    const states = [project.snapshot()];
    const apis = [
      { kind: 'WebServer' },
      { kind: 'Cache', namespaced: false },
      { kind: 'WebServer', version: 'v2' },
      { kind: 'Plain', version: 'v2', controller: false },
    ];
    for (const api of apis) {
      expect(problemsOf(await project.createApi(api))).toEqual([]);
      states.push(project.snapshot());
    }
    for (const api of apis.toReversed()) {
      states.pop();
      expect(problemsOf(await project.deleteApi(api))).toEqual([]);
      expect(project.snapshot()).toEqual(states.at(-1));
      expect(changesOf(await project.check())).toEqual([]);
    }
  });

  it('keeps a file that was edited, and says so; with --force it goes', async () => {
    const project = testFolder();
    await project.init();
    await project.createApi();
    const test = 'src/controller/webserver.controller.test.ts';
    project.write(test, `${project.read(test)}// mine\n`);
    const before = project.snapshot();
    expect(problemsOf(await project.deleteApi({ force: true, dryRun: true }))).toEqual([]);
    expect(project.snapshot()).toEqual(before);
    expect(problemsOf(await project.deleteApi())).toEqual(['edited-kept']);
    expect(Object.keys(project.snapshot()).filter((path) => path.startsWith('src/') && !path.endsWith('/'))).toEqual([
      test,
      'src/main.ts',
      'src/register.ts',
    ]);
  });
});
